// Half the squared error: (s - y)^2 / 2.
#include "loss/losses.h"
#include "loss/residual.h"
#include "loss/sums.h"

namespace spinney {
namespace {

struct Slope {
  double operator()(double residual) const { return residual; }
};

class SquaredError final : public ResidualLoss<Slope> {
 public:
  using ResidualLoss::ResidualLoss;

  void initial(const LossRows& rows, double* out) const override { *out = mean_target(rows); }

  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    return step_of(fraction_of(rows, members, n, [&](Row row) {
      return Fraction{rows.y[row] - rows.scores[row], 1.0};
    }));
  }
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    for_each_row(begin, end, out, [&](std::size_t i) {
      const double residual = rows.scores[i] - rows.y[i];
      return 0.5 * residual * residual;
    });
  }
};

}  // namespace

constexpr LossInfo squared_error_info{
    .name = "squared_error",
    .description = "half the squared error, for the conditional mean",
    .link = Link::identity,
    .domain = TargetDomain::real,
    .metric = "mse",
    .aliases = {"reg:squarederror", "reg:linear", "regression", "regression_l2", "l2", "rmse",
                "mse", "mean_squared_error", "root_mean_squared_error", "l2_root"},
    .make = make<SquaredError>,
};

}  // namespace spinney
