// Exponential loss of two classes: exp(-s) for class 1 and exp(s) for class 0, with P(1) = 1 / (1 +
// exp(-2 s)).
#include "base/error.h"
#include "loss/factories.h"
#include "loss/single_score.h"
#include "loss/two_classes.h"

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
  void initial(const LossRows& rows, double* out) const override {
    *out = 0.5 * log_odds(mean_target(rows));
  }

  double value(const LossRows& rows) const override {
    return mean_of(rows, [&](std::size_t i) {
      const double s = clamped(rows.scores[i]);
      return rows.y[i] * std::exp(-s) + (1 - rows.y[i]) * std::exp(s);
    });
  }
  std::size_t n_outputs() const override { return 2; }
  void predict(const double* scores, std::size_t n, double* out) const override {
    for (std::size_t i = 0; i < n; ++i) write_odds(2 * scores[i], out + 2 * i);
  }
};

}  // namespace

std::unique_ptr<Loss> make_exponential(const LossSettings& settings) {
  require(settings.n_classes == 2, "the exponential loss is for two classes");
  return std::make_unique<Exponential>();
}

}  // namespace spinney
