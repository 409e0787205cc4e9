// Half the Poisson deviance: exp(s) - y s + y log(y) - y.
#include "loss/factories.h"
#include "loss/log_link.h"

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
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return log_step(fraction_of(rows, members, n, [&](Row row) {
      return Fraction{rows.y[row], std::exp(clamped(rows.scores[row]))};
    }));
  }
  double value(const LossRows& rows) const override {
    return mean_of(rows, [&](std::size_t i) {
      const double y = rows.y[i], s = clamped(rows.scores[i]);
      return std::exp(s) - y * s + (y > 0 ? y * std::log(y) - y : 0.0);
    });
  }
};

}  // namespace

std::unique_ptr<Loss> make_poisson(const LossSettings&) { return std::make_unique<Poisson>(); }

}  // namespace spinney
