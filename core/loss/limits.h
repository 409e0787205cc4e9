// Bounds of scores and derivatives, which keep their sums and the squares of sums finite.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/clones.h"

namespace spinney {

// Largest absolute score passed to exp.
template <class T>
inline constexpr T kMaxScore = T(300);
template <>
inline constexpr float kMaxScore<float> = 86.0f;

// Largest absolute target or derivative.
template <class T>
inline constexpr T kMaxMagnitude = T(1e150);
template <>
inline constexpr float kMaxMagnitude<float> = 1e37f;

// Smallest hessian; steps are divided by hessians.
template <class T>
inline constexpr T kMinHessian = T(1e-16);

// A separate loop, because it vectorizes.
template <class T>
SPINNEY_CLONES void clamp_all(T* x, std::size_t n, T low, T high) {
  for (std::size_t i = 0; i < n; ++i) {
    const T raised = x[i] > low ? x[i] : low;
    x[i] = raised < high ? raised : high;
  }
}

inline double clamped(double score) {
  return std::clamp(score, -kMaxScore<double>, kMaxScore<double>);
}

}  // namespace spinney
