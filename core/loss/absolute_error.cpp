// Absolute error: |s - y|.
#include <cmath>

#include "loss/losses.h"
#include "loss/residual.h"
#include "loss/sums.h"
#include "loss/weighted_quantile.h"

namespace spinney {
namespace {

struct Slope {
  double operator()(double residual) const { return residual > 0 ? 1.0 : -1.0; }
};

class AbsoluteError final : public ResidualLoss<Slope> {
 public:
  using ResidualLoss::ResidualLoss;

  bool needs_leaf_update() const override { return true; }

  void initial(const LossRows& rows, double* out) const override {
    *out = middle_quantile(targets_of(rows), 0.5);
  }

  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return lower_quantile(residuals_of(rows, members, n), 0.5);
  }
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    for_each_row(begin, end, out,
                 [&](std::size_t i) { return std::abs(rows.scores[i] - rows.y[i]); });
  }
};

}  // namespace

constexpr LossInfo absolute_error_info{
    .name = "absolute_error",
    .description = "absolute error |y - s|, for the conditional median",
    .link = Link::identity,
    .domain = TargetDomain::real,
    .metric = "loss",
    .aliases = {"reg:absoluteerror", "regression_l1", "l1", "mae", "mean_absolute_error"},
    .make = make<AbsoluteError>,
};

}  // namespace spinney
