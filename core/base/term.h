// One feature's term of a multivariate split.
#pragma once

#include <cstdint>

namespace spinney {

// Adds factor * (x - center) to a linear combination, or factor * (x - center)^2 to a squared
// distance. A missing x is replaced by the center and adds 0.
struct Term {
  std::uint32_t feature = 0;
  double factor = 0, center = 0;
  double share = 0;  // share of the split's gain; the shares of a split sum to 1
};

inline double term_value(bool squared, double factor, double center, double x) {
  const double d = x - center;
  return squared ? factor * (d * d) : factor * d;
}

}  // namespace spinney
