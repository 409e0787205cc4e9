// Base class of losses of the residual, score - y; every hessian is 1.
#pragma once

#include <algorithm>
#include <cstddef>

#include "loss/limits.h"
#include "loss/loss.h"

namespace spinney {

// Slope: the gradient, as double operator()(double residual) const.
template <class Slope>
class ResidualLoss : public Loss {
 public:
  explicit ResidualLoss(const LossSettings& settings, Slope slope = {})
      : Loss(settings), slope_(slope) {}

  bool unit_hessian() const override { return true; }

  void derive(const LossRows& rows, std::size_t begin, std::size_t end, float* gradient,
              float* hessian) const override {
    derive_rows(rows, begin, end, gradient, hessian);
  }
  void derive(const LossRows& rows, std::size_t begin, std::size_t end, double* gradient,
              double* hessian) const override {
    derive_rows(rows, begin, end, gradient, hessian);
  }

 protected:
  Slope slope_;

 private:
  template <class T>
  void derive_rows(const LossRows& rows, std::size_t begin, std::size_t end, T* gradient,
                   T* hessian) const {
    const Slope slope = slope_;  // a local copy cannot alias the output, so the loop vectorizes
    for (std::size_t i = begin; i < end; ++i)
      gradient[i] = static_cast<T>(slope(rows.scores[i] - rows.y[i]));
    clamp_all(gradient + begin, end - begin, -kMaxMagnitude<T>, kMaxMagnitude<T>);
    if (hessian) std::fill(hessian + begin, hessian + end, T(1));
  }
};

}  // namespace spinney
