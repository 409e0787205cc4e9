// A number made of several columns, to be split as a column is: a linear combination, or the
// squared distance to a center.
#pragma once

#include <cstddef>
#include <vector>

#include "base/term.h"
#include "base/types.h"
#include "data/encoded_matrix.h"

namespace spinney {

struct Direction {
  bool sphere = false;
  std::vector<Term> terms;  // number columns only, each at most once, features ascending
};

// The number of each of rows[0..n), which ascend: the terms added in their order, missing cells
// adding nothing; NaN where every cell is missing. Predict does the same arithmetic.
void measure(const EncodedMatrix& matrix, const Direction& direction, const Row* rows,
             std::size_t n, double* out);

}  // namespace spinney
