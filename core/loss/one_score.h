// Losses of one score, whose derivatives are a formula of y, the score and its exp.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/clones.h"
#include "loss/loss.h"
#include "loss/quick_exp.h"
#include "loss/sums.h"

namespace spinney {

template <class T>
struct Derivatives {
  T gradient, hessian;
};

// For every value of T and of limit the same bits with vector code of any width.
template <class T>
struct Blocks {
  static constexpr std::size_t kRows = 512;

  SPINNEY_CLONES
  static void clamp(const double* __restrict from, int n, T limit, T* __restrict to) {
    for (int i = 0; i < n; ++i) {
      const auto x = static_cast<T>(from[i]);
      const T low = x > -limit ? x : -limit;
      to[i] = low < limit ? low : limit;
    }
  }

  template <class Formula>
  SPINNEY_CLONES static void derive(const Formula formula, const T* __restrict y, const T* __restrict score, int n,
                                    T* __restrict gradient, T* __restrict hessian) {
    for (int i = 0; i < n; ++i) {
      const Derivatives<T> d = formula(y[i], score[i]);
      gradient[i] = d.gradient;
      hessian[i] = d.hessian;
    }
  }
};

// Formula: Derivatives<T> operator()(T y, T score), with a score within kMostScore.
template <class Formula>
class OneScoreLoss : public Loss {
 public:
  explicit OneScoreLoss(Formula formula = {}) : formula_(formula) {}

  void derive(const LossRows& rows, std::size_t begin, std::size_t end, float* gradient,
              float* hessian) const override {
    derive_blocks(rows, begin, end, gradient, hessian);
  }
  void derive(const LossRows& rows, std::size_t begin, std::size_t end, double* gradient,
              double* hessian) const override {
    derive_blocks(rows, begin, end, gradient, hessian);
  }
  // One Newton step.
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n, std::size_t) const override {
    return ratio_of(rows, members, n, [&](Row row) {
      const auto d = formula_(rows.y[row], clamped(rows.scores[row]));
      return Fraction{-d.gradient, d.hessian};
    });
  }

 protected:
  static double clamped(double score) { return std::clamp(score, -kMostScore<double>, kMostScore<double>); }

  const Formula formula_;

 private:
  template <class T>
  void derive_blocks(const LossRows& rows, std::size_t begin, std::size_t end, T* gradient, T* hessian) const {
    constexpr std::size_t kRows = Blocks<T>::kRows;
    constexpr T kMostTarget = T(1e37);
    T y[kRows], score[kRows];
    for (std::size_t at = begin; at < end; at += kRows) {
      const int n = static_cast<int>(std::min(kRows, end - at));
      Blocks<T>::clamp(rows.y + at, n, kMostTarget, y);
      Blocks<T>::clamp(rows.scores + at, n, kMostScore<T>, score);
      Blocks<T>::derive(formula_, y, score, n, gradient + at, hessian + at);
    }
  }
};

}  // namespace spinney
