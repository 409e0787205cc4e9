// Losses of the residual, score - y: the score is the prediction, and every hessian is 1.
#pragma once

#include <algorithm>
#include <cstddef>

#include "loss/limits.h"
#include "loss/loss.h"

namespace spinney {

// Slope: double operator()(double residual) const, the gradient.
template <class Slope>
class ResidualLoss : public Loss {
 public:
  explicit ResidualLoss(Slope slope = {}) : slope_(slope) {}

  bool unit_hessian() const override { return true; }

  void derive(const LossRows& rows, std::size_t begin, std::size_t end, float* gradient,
              float* hessian) const override {
    derive_rows(rows, begin, end, gradient, hessian);
  }
  void derive(const LossRows& rows, std::size_t begin, std::size_t end, double* gradient,
              double* hessian) const override {
    derive_rows(rows, begin, end, gradient, hessian);
  }
  void predict(const double* scores, std::size_t n, double* out) const override {
    std::copy_n(scores, n, out);
  }

 protected:
  Slope slope_;

 private:
  template <class T>
  void derive_rows(const LossRows& rows, std::size_t begin, std::size_t end, T* gradient,
                   T* hessian) const {
    const Slope slope = slope_;  // a copy, which the compiler knows not to change
    for (std::size_t i = begin; i < end; ++i)
      gradient[i] = static_cast<T>(slope(rows.scores[i] - rows.y[i]));
    clamp_all(gradient + begin, end - begin, -kMaxMagnitude<T>, kMaxMagnitude<T>);
    if (hessian) std::fill(hessian + begin, hessian + end, T(1));
  }
};

}  // namespace spinney
