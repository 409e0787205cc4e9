// Half the gamma deviance: y exp(-s) + s - log(y) - 1.
#include "loss/log_link.h"
#include "loss/losses.h"

namespace spinney {
namespace {

struct Formula {
  template <class T>
  Derivatives<T> operator()(T y, T score) const {
    const T ratio = y * fast_exp(-score);
    return {T(1) - ratio, ratio};
  }
};

class Gamma final : public LogLinkLoss<Formula> {
 public:
  using LogLinkLoss::LogLinkLoss;

  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return log_step(fraction_of(rows, members, n, [&](Row row) {
      return Fraction{rows.y[row] * std::exp(-clamped(rows.scores[row])), 1.0};
    }));
  }
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    for_each_row(begin, end, out, [&](std::size_t i) {
      const double y = rows.y[i], s = clamped(rows.scores[i]);
      return y * std::exp(-s) + s - std::log(y) - 1;
    });
  }
};

}  // namespace

constexpr LossInfo gamma_info{
    .name = "gamma",
    .description = "half the gamma deviance, for positive targets",
    .link = Link::log,
    .domain = TargetDomain::positive,
    .metric = "gamma",
    .aliases = {"reg:gamma"},
    .make = make<Gamma>,
};

}  // namespace spinney
