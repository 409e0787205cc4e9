// Codes and targets -> the rows of the search, equal ones taken together.
#pragma once

#include <cstdint>
#include <vector>

#include "criterion/targets.h"
#include "data/encoded_matrix.h"
#include "optimal/search.h"

namespace spinney {

// A column of the search: numbers by their codes, levels each by itself, or levels in the order of
// their means.
struct OptimalColumn {
  std::uint32_t feature = 0;
  bool nominal = false;
  std::vector<Code> codes;  // per training row
  std::vector<Code> coded;  // what each code is in the matrix
};

// Throws if a value is missing; leaves out columns of a single value.
std::vector<OptimalColumn> optimal_columns(const EncodedMatrix& matrix,
                                           const std::vector<Row>& rows, const Targets& targets);

template <class Loss>
optimal::Subset<Loss> optimal_rows(const std::vector<OptimalColumn>& columns,
                                   const Targets& targets, const optimal::CellShape& shape);

// Whether the weights of classes are whole numbers (in some unit) whose sums fit.
bool has_integer_weights(const Targets& targets);

}  // namespace spinney
