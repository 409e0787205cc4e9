// Half the Poisson deviance: exp(s) - y s + y log(y) - y.
#include "loss/log_link.h"
#include "loss/losses.h"

namespace spinney {
namespace {

struct Formula {
  template <class T>
  Derivatives<T> operator()(T y, T score) const {
    const T mean = fast_exp(score);
    return {mean - y, mean};
  }
};

class Poisson final : public LogLinkLoss<Formula> {
 public:
  using LogLinkLoss::LogLinkLoss;

  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return log_step(fraction_of(rows, members, n, [&](Row row) {
      return Fraction{rows.y[row], std::exp(clamped(rows.scores[row]))};
    }));
  }
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    for_each_row(begin, end, out, [&](std::size_t i) {
      const double y = rows.y[i], s = clamped(rows.scores[i]);
      return std::exp(s) - y * s + (y > 0 ? y * std::log(y) - y : 0.0);
    });
  }
};

}  // namespace

constexpr LossInfo poisson_info{
    .name = "poisson",
    .description = "half the Poisson deviance, for counts",
    .link = Link::log,
    .domain = TargetDomain::non_negative,
    .metric = "poisson",
    .aliases = {"count:poisson"},
    .make = make<Poisson>,
};

}  // namespace spinney
