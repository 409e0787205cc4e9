// Half the Tweedie deviance of a power p in (1, 2):
// exp((2 - p) s) / (2 - p) - y exp((1 - p) s) / (1 - p) + y^(2 - p) / ((1 - p) (2 - p)).
#include "base/error.h"
#include "loss/factories.h"
#include "loss/log_link.h"

namespace spinney {
namespace {

struct Formula {
  double power = 1.5;

  // The gradient is their difference.
  template <class T>
  T of_mean(T score) const {
    return fast_exp(static_cast<T>(2 - power) * score);
  }
  template <class T>
  T of_target(T y, T score) const {
    return y * fast_exp(static_cast<T>(1 - power) * score);
  }
  template <class T>
  Derivatives<T> operator()(T y, T score) const {
    const T mean = of_mean(score), target = of_target(y, score);
    return {mean - target, static_cast<T>(2 - power) * mean - static_cast<T>(1 - power) * target};
  }
};

class Tweedie final : public LogLinkLoss<Formula> {
 public:
  using LogLinkLoss::LogLinkLoss;

  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return log_step(fraction_of(rows, members, n, [&](Row row) {
      const double s = clamped(rows.scores[row]);
      return Fraction{formula_.of_target(rows.y[row], s), formula_.of_mean(s)};
    }));
  }
  double value(const LossRows& rows) const override {
    const double a = 2 - formula_.power, b = 1 - formula_.power;
    return mean_of(rows, [&](std::size_t i) {
      const double y = rows.y[i], s = clamped(rows.scores[i]);
      return formula_.of_mean(s) / a - formula_.of_target(y, s) / b + std::pow(y, a) / (a * b);
    });
  }
};

}  // namespace

std::unique_ptr<Loss> make_tweedie(const LossSettings& settings) {
  require(settings.parameter > 1 && settings.parameter < 2,
          "the power of tweedie must be above 1 and below 2");
  return std::make_unique<Tweedie>(Formula{settings.parameter});
}

}  // namespace spinney
