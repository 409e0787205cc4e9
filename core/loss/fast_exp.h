// exp for derivatives: in single precision quick, in double precision exact.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace spinney {

// For |x| up to 86, within 3e-7 of the true value relative to it. Has no branch and no call, so
// that loops over it become vector code.
inline float fast_exp(float x) {
  constexpr float kRound = 12582912.0f;  // adding it leaves a whole number in the low bits
  const float shifted = x * 1.44269504f + kRound;
  const float n = shifted - kRound;
  const float r =
      (x - n * 0.693359375f) + n * 2.12194440e-4f;  // log 2 in two parts, the first with few bits
  const float p =
      1.0f + r * (1.0f + r * (0.5f + r * (1.0f / 6 +
                                          r * (1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720))))));
  const std::int32_t exponent =
      (std::bit_cast<std::int32_t>(shifted) - std::bit_cast<std::int32_t>(kRound) + 127) << 23;
  return p * std::bit_cast<float>(exponent);
}

inline double fast_exp(double x) { return std::exp(x); }

}  // namespace spinney
