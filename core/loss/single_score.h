// Base class of losses with one score, whose derivatives are a formula of y and the score.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/clones.h"
#include "loss/fast_exp.h"
#include "loss/limits.h"
#include "loss/loss.h"
#include "loss/sums.h"

namespace spinney {

template <class T>
struct Derivatives {
  T gradient, hessian;
};

// Vectorized loops over blocks of rows; results do not depend on the vector width.
template <class T>
struct Blocks {
  static constexpr std::size_t kRows = 512;

  SPINNEY_CLONES
  static void convert(const double* __restrict from, std::size_t n, T* __restrict to) {
    for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<T>(from[i]);
  }

  template <class Formula>
  SPINNEY_CLONES static void derive(const Formula formula, const T* __restrict y,
                                    const T* __restrict score, std::size_t n,
                                    T* __restrict gradient, T* __restrict hessian) {
    for (std::size_t i = 0; i < n; ++i) {
      const Derivatives<T> d = formula(y[i], score[i]);
      gradient[i] = d.gradient;
      hessian[i] = d.hessian;
    }
  }
};

// Formula: Derivatives<T> operator()(T y, T score) const, for |score| up to kMaxScore.
template <class Formula>
class SingleScoreLoss : public Loss {
 public:
  explicit SingleScoreLoss(const LossSettings& settings, Formula formula = {})
      : Loss(settings), formula_(formula) {}

  void derive(const LossRows& rows, std::size_t begin, std::size_t end, float* gradient,
              float* hessian) const override {
    derive_blocks(rows, begin, end, gradient, hessian);
  }
  void derive(const LossRows& rows, std::size_t begin, std::size_t end, double* gradient,
              double* hessian) const override {
    derive_blocks(rows, begin, end, gradient, hessian);
  }
  // One Newton step.
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return step_of(fraction_of(rows, members, n, [&](Row row) {
      const auto d = formula_(rows.y[row], clamped(rows.scores[row]));
      return Fraction{-d.gradient, d.hessian};
    }));
  }

 protected:
  const Formula formula_;

 private:
  template <class T>
  void derive_blocks(const LossRows& rows, std::size_t begin, std::size_t end, T* gradient,
                     T* hessian) const {
    constexpr std::size_t kRows = Blocks<T>::kRows;
    T y[kRows], score[kRows];
    for (std::size_t at = begin; at < end; at += kRows) {
      const std::size_t n = std::min(kRows, end - at);
      Blocks<T>::convert(rows.y + at, n, y);
      Blocks<T>::convert(rows.scores + at, n, score);
      clamp_all(y, n, -kMaxMagnitude<T>, kMaxMagnitude<T>);
      clamp_all(score, n, -kMaxScore<T>, kMaxScore<T>);
      Blocks<T>::derive(formula_, y, score, n, gradient + at, hessian + at);
      clamp_all(gradient + at, n, -kMaxMagnitude<T>, kMaxMagnitude<T>);
      clamp_all(hessian + at, n, kMinHessian<T>, kMaxMagnitude<T>);
    }
  }
};

}  // namespace spinney
