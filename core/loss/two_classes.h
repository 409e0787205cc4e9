// Between scores and probabilities of two classes.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinney {

// A share of rows, kept away from 0 and 1.
inline double inner_share(double share) {
  constexpr double kMin = std::numeric_limits<double>::epsilon();
  return std::clamp(share, kMin, 1 - kMin);
}

inline double log_odds(double share) {
  const double p = inner_share(share);
  return std::log(p / (1 - p));
}

// Both probabilities; the smaller keeps all its digits.
inline void write_odds(double score, double* out) {
  const double odds = std::exp(-std::abs(score));
  const double likely = 1 / (1 + odds), unlikely = odds / (1 + odds);
  out[0] = score < 0 ? likely : unlikely;
  out[1] = score < 0 ? unlikely : likely;
}

}  // namespace spinney
