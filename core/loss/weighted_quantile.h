// Quantiles of weighted values, found without sorting all of them.
#pragma once

#include <cstddef>
#include <vector>

#include "loss/loss.h"

namespace spinney {

struct WeightedValue {
  double value, weight;
};

// The smallest value at or below which lies a share alpha of the weight; 0 if there is none.
double lower_quantile(std::vector<WeightedValue> values, double alpha);

// The same, but where the share is met exactly, midway to the next value: the usual median.
double middle_quantile(std::vector<WeightedValue> values, double alpha);

std::vector<WeightedValue> targets_of(const LossRows& rows);

// y - score of the members.
std::vector<WeightedValue> residuals_of(const LossRows& rows, const Row* members, std::size_t n);

}  // namespace spinney
