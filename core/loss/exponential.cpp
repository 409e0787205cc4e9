// Exponential loss for two classes: exp(-s) for class 1, exp(s) for class 0.
#include "loss/losses.h"
#include "loss/single_score.h"

namespace spinney {
namespace {

struct Formula {
  template <class T>
  Derivatives<T> operator()(T y, T score) const {
    const T e = fast_exp(-score);
    const T one = y * e, zero = (T(1) - y) / e;
    return {zero - one, zero + one};
  }
};

class Exponential final : public SingleScoreLoss<Formula> {
 public:
  using SingleScoreLoss::SingleScoreLoss;

  void initial(const LossRows& rows, double* out) const override {
    *out = 0.5 * log_odds(mean_target(rows));
  }

  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    for_each_row(begin, end, out, [&](std::size_t i) {
      const double s = clamped(rows.scores[i]);
      return rows.y[i] * std::exp(-s) + (1 - rows.y[i]) * std::exp(s);
    });
  }
};

}  // namespace

constexpr LossInfo exponential_info{
    .name = "exponential",
    .description = "exponential loss of AdaBoost, for two classes",
    .link = Link::half_logit,
    .domain = TargetDomain::two_classes,
    .metric = "loss",
    .make = make<Exponential>,
};

}  // namespace spinney
