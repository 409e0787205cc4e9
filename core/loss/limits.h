// Where scores and derivatives stop, so that no sum of them, nor its square, is infinite.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/clones.h"

namespace spinney {

// Of scores that exp is taken of.
template <class T>
inline constexpr T kMaxScore = T(300);
template <>
inline constexpr float kMaxScore<float> = 86.0f;

// Of targets and derivatives.
template <class T>
inline constexpr T kMaxMagnitude = T(1e150);
template <>
inline constexpr float kMaxMagnitude<float> = 1e37f;

// Of hessians, which steps are divided by.
template <class T>
inline constexpr T kMinHessian = T(1e-16);

// In a loop of its own, which becomes vector code.
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
