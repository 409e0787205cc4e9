// A derived feature that combines several numeric columns: a linear combination, or the squared
// distance to a center.
#pragma once

#include <cstddef>
#include <vector>

#include "base/interrupt.h"
#include "base/term.h"
#include "base/types.h"
#include "data/encoded_matrix.h"

namespace spinney {

struct Direction {
  bool sphere = false;
  std::vector<Term> terms;  // numeric columns, each at most once, ascending
};

// Value of the direction for rows[0..n), which ascend. Missing cells contribute 0; NaN if all are
// missing. Prediction uses the same arithmetic.
void measure(const EncodedMatrix& matrix, const Direction& direction, const Row* rows,
             std::size_t n, Interrupt& interrupt, double* out);

}  // namespace spinney
