// One feature's term of a multivariate split.
#pragma once

#include <algorithm>
#include <cstdint>

namespace spinney {

// Adds factor * (x - center) to a linear combination, or factor * (x - center)^2 to a squared
// distance. A missing x is replaced by the center and adds 0.
struct Term {
  std::uint32_t feature = 0;
  double factor = 0, center = 0;
  // Split: share of its gain; the shares of a split sum to 1. Leaf: the largest distance from the
  // center among the training rows.
  double share = 0;
};

inline double term_value(bool squared, double factor, double center, double x) {
  const double d = x - center;
  return squared ? factor * (d * d) : factor * d;
}

// A term of a linear leaf. Beyond the largest distance of a training row it is constant, which
// bounds predictions; a missing x adds 0.
inline double leaf_term(double factor, double center, double reach, double x) {
  const double term = factor * std::min(std::max(x - center, -reach), reach);
  return term == term ? term : 0;
}

}  // namespace spinney
