// Converts codes and targets to the rows of the search for optimal trees; equal rows are merged.
#pragma once

#include <cstdint>
#include <vector>

#include "criterion/targets.h"
#include "data/encoded_matrix.h"
#include "optimal/search.h"

namespace spinney {

// A column of the search: numbers by their codes, single categories, or categories in the order of
// their means.
struct OptimalColumn {
  std::uint32_t feature = 0;
  bool nominal = false;
  std::vector<Code> codes;  // per training row
  std::vector<Code> coded;  // the code of the matrix for each code
};

// Throws if a value is missing; skips constant columns.
std::vector<OptimalColumn> optimal_columns(const EncodedMatrix& matrix,
                                           const std::vector<Row>& rows, const Targets& targets);

template <class Loss>
optimal::Subset<Loss> optimal_rows(const std::vector<OptimalColumn>& columns,
                                   const Targets& targets, const optimal::CellShape& shape);

// Whether the class weights are integers (in some unit) whose sums do not overflow.
bool has_integer_weights(const Targets& targets);

}  // namespace spinney
