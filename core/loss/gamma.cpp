// Half the gamma deviance: y exp(-s) + s - log(y) - 1.
#include "loss/factories.h"
#include "loss/log_link.h"

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
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return log_step(fraction_of(rows, members, n, [&](Row row) {
      return Fraction{rows.y[row] * std::exp(-clamped(rows.scores[row])), 1.0};
    }));
  }
  double value(const LossRows& rows) const override {
    return mean_of(rows, [&](std::size_t i) {
      const double y = rows.y[i], s = clamped(rows.scores[i]);
      return y * std::exp(-s) + s - std::log(y) - 1;
    });
  }
};

}  // namespace

std::unique_ptr<Loss> make_gamma(const LossSettings&) { return std::make_unique<Gamma>(); }

}  // namespace spinney
