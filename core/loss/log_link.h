// Base class of losses with a log link: the score is the log of the predicted mean.
#pragma once

#include <algorithm>
#include <cmath>

#include "loss/single_score.h"

namespace spinney {

template <class Formula>
class LogLinkLoss : public SingleScoreLoss<Formula> {
 public:
  using SingleScoreLoss<Formula>::SingleScoreLoss;

  void initial(const LossRows& rows, double* out) const override {
    const double mean = mean_target(rows);
    *out = mean > 0 ? clamped(std::log(mean)) : -kMaxStep;
  }

 protected:
  // Bounds the step where the optimum is minus infinity (all targets 0): exp(-19) is 6e-9.
  static constexpr double kMaxStep = 19;

  // The step that multiplies the mean by numerator / denominator.
  static double log_step(const Fraction& fraction) {
    if (!(fraction.denominator > 0)) return 0;
    return std::clamp(std::log(fraction.numerator / fraction.denominator), -kMaxStep, kMaxStep);
  }
};

}  // namespace spinney
