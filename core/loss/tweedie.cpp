// Half the Tweedie deviance with variance power p in (1, 2):
// exp((2 - p) s) / (2 - p) - y exp((1 - p) s) / (1 - p) + y^(2 - p) / ((1 - p) (2 - p)).
#include "loss/log_link.h"
#include "loss/losses.h"

namespace spinney {
namespace {

struct Formula {
  double power;

  // The gradient is mean_term - target_term.
  template <class T>
  T mean_term(T score) const {
    return fast_exp(static_cast<T>(2 - power) * score);
  }
  template <class T>
  T target_term(T y, T score) const {
    return y * fast_exp(static_cast<T>(1 - power) * score);
  }
  template <class T>
  Derivatives<T> operator()(T y, T score) const {
    const T mean = mean_term(score), target = target_term(y, score);
    return {mean - target, static_cast<T>(2 - power) * mean - static_cast<T>(1 - power) * target};
  }
};

class Tweedie final : public LogLinkLoss<Formula> {
 public:
  explicit Tweedie(const LossSettings& settings)
      : LogLinkLoss(settings, Formula{settings.parameter}) {}

  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return log_step(fraction_of(rows, members, n, [&](Row row) {
      const double s = clamped(rows.scores[row]);
      return Fraction{formula_.target_term(rows.y[row], s), formula_.mean_term(s)};
    }));
  }
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    const double a = 2 - formula_.power, b = 1 - formula_.power;
    for_each_row(begin, end, out, [&](std::size_t i) {
      const double y = rows.y[i], s = clamped(rows.scores[i]);
      return formula_.mean_term(s) / a - formula_.target_term(y, s) / b + std::pow(y, a) / (a * b);
    });
  }
};

}  // namespace

constexpr LossInfo tweedie_info{
    .name = "tweedie",
    .description = "half the Tweedie deviance, for targets with many zeros",
    .link = Link::log,
    .domain = TargetDomain::non_negative,
    .metric = "tweedie",
    .parameter = {"power", 1.5, 1, 2},
    .aliases = {"reg:tweedie"},
    .make = make<Tweedie>,
};

}  // namespace spinney
