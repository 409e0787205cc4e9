// Weighted quantiles by selection, without a full sort.
#pragma once

#include <cstddef>
#include <vector>

#include "loss/loss.h"

namespace spinney {

struct WeightedValue {
  double value, weight;
};

// The smallest value with at least the fraction alpha of the weight at or below it; 0 if there
// is no weight.
double lower_quantile(std::vector<WeightedValue> values, double alpha);

// Like lower_quantile, but midway to the next value if the fraction is met exactly (the usual
// median).
double middle_quantile(std::vector<WeightedValue> values, double alpha);

// The targets of all rows.
std::vector<WeightedValue> targets_of(const LossRows& rows);

// y - score of members[0..n).
std::vector<WeightedValue> residuals_of(const LossRows& rows, const Row* members, std::size_t n);

}  // namespace spinney
