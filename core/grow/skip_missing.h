// Columns whose missing rows are skipped by the search.
#pragma once

#include <vector>

#include "data/encoded_matrix.h"
#include "model/tree.h"

namespace spinney {

// Columns with missing values and a route other than `learned`; empty if there are none.
std::vector<bool> columns_skipping_missing(const EncodedMatrix& matrix,
                                           const std::vector<MissingRoute>& missing_route);

}  // namespace spinney
