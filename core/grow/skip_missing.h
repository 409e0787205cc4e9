// Columns whose missing rows have no part in the search.
#pragma once

#include <vector>

#include "data/encoded_matrix.h"
#include "model/tree.h"

namespace spinney {

// A route other than the learned one matters to growth where values are missing. Empty if there is
// no such column.
std::vector<bool> columns_skipping_missing(const EncodedMatrix& matrix,
                                           const std::vector<MissingRoute>& missing_route);

}  // namespace spinney
