// Logistic loss of two classes: log(1 + exp(s)) - y s, with P(1) = 1 / (1 + exp(-s)).
#include <cmath>

#include "base/error.h"
#include "loss/factories.h"
#include "loss/single_score.h"
#include "loss/two_classes.h"

namespace spinney {
namespace {

struct Formula {
  template <class T>
  Derivatives<T> operator()(T y, T score) const {
    const T odds = fast_exp(-score);
    const T p = T(1) / (T(1) + odds), q = odds * p;
    return {(T(1) - y) * p - y * q, p * q};
  }
};

class LogLoss final : public SingleScoreLoss<Formula> {
 public:
  void initial(const LossRows& rows, double* out) const override {
    *out = log_odds(mean_target(rows));
  }

  double value(const LossRows& rows) const override {
    return mean_of(rows, [&](std::size_t i) {
      const double s = rows.scores[i];
      return std::max(s, 0.0) + std::log1p(std::exp(-std::abs(s))) - rows.y[i] * s;
    });
  }
  std::size_t n_outputs() const override { return 2; }
  void predict(const double* scores, std::size_t n, double* out) const override {
    for (std::size_t i = 0; i < n; ++i) write_odds(scores[i], out + 2 * i);
  }
};

}  // namespace

std::unique_ptr<Loss> make_log_loss(const LossSettings& settings) {
  require(settings.n_classes >= 2, "log_loss needs n_classes of at least 2");
  if (settings.n_classes > 2) return make_multinomial(settings);
  return std::make_unique<LogLoss>();
}

}  // namespace spinney
