// Gradient-based one-side sampling: rows with large gradients are kept, others are drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace spinney {

struct SampleRates {
  double top = 0.2;    // share of the rows with the largest gradients, which are kept
  double other = 0.1;  // share of the rows that are drawn from the others
};

struct GradientSample {
  std::vector<Row> rows;       // ascending
  std::vector<double> weight;  // of all rows; 0 if not sampled
};

// magnitude: the weighted absolute gradient of each row, and all rows with at least the magnitude
// of the last kept one are kept. The weights of drawn rows are multiplied by (1 - top) / other,
// which makes sums unbiased. `members` (ascending): the rows to sample from, or empty for all;
// `weight`: of all rows, or null.
GradientSample sample_by_gradient(const std::vector<double>& magnitude, const double* weight,
                                  const std::vector<Row>& members, const SampleRates& rates,
                                  std::uint64_t key);

}  // namespace spinney
