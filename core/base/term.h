// A feature's part in a question about several features.
#pragma once

#include <cstdint>

namespace spinney {

// Adds factor * (x - center) to a linear combination, or factor * (x - center)^2 to a squared
// distance. The center stands in for a missing x, which so adds nothing.
struct Term {
  std::uint32_t feature = 0;
  double factor = 0, center = 0;
  double share = 0;  // of the credit for the split; those of a question sum to 1
};

inline double term_value(bool squared, double factor, double center, double x) {
  const double d = x - center;
  return squared ? factor * (d * d) : factor * d;
}

}  // namespace spinney
