// Losses whose score is the log of a mean.
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
  void predict(const double* scores, std::size_t n, double* out) const override {
    for (std::size_t i = 0; i < n; ++i) out[i] = std::exp(clamped(scores[i]));
  }

 protected:
  // Rows that are all 0 would like a score of minus infinity; a step of -19 divides the mean by
  // 2e8.
  static constexpr double kMaxStep = 19;

  // The log of what the mean is best multiplied by.
  static double log_step(const Fraction& fraction) {
    if (!(fraction.under > 0)) return 0;
    return std::clamp(std::log(fraction.over / fraction.under), -kMaxStep, kMaxStep);
  }
};

}  // namespace spinney
