// Second-order objective of boosting. A leaf with gradient sum G and hessian sum H predicts the w
// that minimizes G w + (H + l2) w^2 / 2 + l1 |w|, which lowers the objective by half its score.
#pragma once

#include <algorithm>
#include <cmath>

namespace spinney {

struct NewtonPenalty {
  double l2 = 1, l1 = 0;
  double max_step = 0;  // maximum |w|; 0: no limit

  bool plain() const { return l1 == 0 && max_step == 0; }
};

// Gradients and hessians are stored as integers; the values of one unit of each.
struct GradientUnit {
  double gradient = 1, hessian = 1;

  double score() const { return gradient * gradient / hessian; }
  double value() const { return gradient / hessian; }
  // A penalty for sums in user units, converted to sums of integers.
  NewtonPenalty scaled(const NewtonPenalty& p) const {
    return {p.l2 / hessian, p.l1 / gradient, p.max_step / value()};
  }
};

inline double soft_threshold(double gradient, double l1) {
  return gradient > l1 ? gradient - l1 : gradient < -l1 ? gradient + l1 : 0.0;
}

inline double newton_value(double gradient, double hessian, const NewtonPenalty& p) {
  const double down = hessian + p.l2;
  if (!(down > 0)) return 0;
  const double value = -soft_threshold(gradient, p.l1) / down;
  return p.max_step > 0 ? std::clamp(value, -p.max_step, p.max_step) : value;
}

inline double newton_score(double gradient, double hessian, const NewtonPenalty& p) {
  const double w = newton_value(gradient, hessian, p);
  return -(2 * soft_threshold(gradient, p.l1) * w + (hessian + p.l2) * w * w);
}

// Sum of the scores of both children; without l1 and max_step a single division. Every split search
// uses this expression, so all of them choose the same split.
inline double newton_pair(double g_left, double h_left, double g_right, double h_right,
                          const NewtonPenalty& p) {
  if (!p.plain()) return newton_score(g_left, h_left, p) + newton_score(g_right, h_right, p);
  const double a = h_left + p.l2, b = h_right + p.l2;
  return (g_left * g_left * b + g_right * g_right * a) / (a * b);
}

// Whether a split's gain exceeds the rounding error.
inline bool gains(double pair, double alone) { return pair - alone > 1e-12 * pair; }

}  // namespace spinney
