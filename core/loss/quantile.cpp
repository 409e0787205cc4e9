// The pinball loss of a quantile alpha: alpha (y - s) below y, (1 - alpha) (s - y) above.
#include "base/error.h"
#include "loss/factories.h"
#include "loss/residual.h"
#include "loss/sums.h"
#include "loss/weighted_quantile.h"

namespace spinney {
namespace {

struct Slope {
  double above = 0.5, below = -0.5;

  double operator()(double residual) const { return residual > 0 ? above : below; }
};

class Quantile final : public ResidualLoss<Slope> {
 public:
  explicit Quantile(double alpha) : ResidualLoss({1 - alpha, -alpha}), alpha_(alpha) {}

  bool needs_leaf_update() const override { return true; }

  void initial(const LossRows& rows, double* out) const override {
    *out = middle_quantile(targets_of(rows), alpha_);
  }
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return lower_quantile(residuals_of(rows, members, n), alpha_);
  }
  double value(const LossRows& rows) const override {
    return mean_of(rows, [&](std::size_t i) {
      const double residual = rows.scores[i] - rows.y[i];
      return residual * slope_(residual);
    });
  }

 private:
  const double alpha_;
};

}  // namespace

std::unique_ptr<Loss> make_quantile(const LossSettings& settings) {
  require(settings.parameter > 0 && settings.parameter < 1,
          "alpha of the quantile loss must be between 0 and 1");
  return std::make_unique<Quantile>(settings.parameter);
}

}  // namespace spinney
