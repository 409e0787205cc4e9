// Pinball loss of the quantile alpha: alpha (y - s) below y, (1 - alpha) (s - y) above.
#include "loss/losses.h"
#include "loss/residual.h"
#include "loss/sums.h"
#include "loss/weighted_quantile.h"

namespace spinney {
namespace {

struct Slope {
  double above, below;

  double operator()(double residual) const { return residual > 0 ? above : below; }
};

class Quantile final : public ResidualLoss<Slope> {
 public:
  explicit Quantile(const LossSettings& settings)
      : ResidualLoss(settings, {1 - settings.parameter, -settings.parameter}),
        alpha_(settings.parameter) {}

  bool needs_leaf_update() const override { return true; }

  void initial(const LossRows& rows, double* out) const override {
    *out = middle_quantile(targets_of(rows), alpha_);
  }
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return lower_quantile(residuals_of(rows, members, n), alpha_);
  }
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    for_each_row(begin, end, out, [&](std::size_t i) {
      const double residual = rows.scores[i] - rows.y[i];
      return residual * slope_(residual);
    });
  }

 private:
  const double alpha_;
};

}  // namespace

constexpr LossInfo quantile_info{
    .name = "quantile",
    .description = "pinball loss of the quantile alpha",
    .link = Link::identity,
    .domain = TargetDomain::real,
    .metric = "loss",
    .parameter = {"alpha", 0.9, 0, 1},
    .aliases = {"reg:quantileerror"},
    .make = make<Quantile>,
};

}  // namespace spinney
