// Huber loss of the residual r = s - y: r^2 / 2 up to delta, delta (|r| - delta / 2) beyond.
// In each round delta is the alpha quantile of |r|.
#include <algorithm>
#include <cmath>
#include <limits>

#include "loss/losses.h"
#include "loss/residual.h"
#include "loss/sums.h"
#include "loss/weighted_quantile.h"

namespace spinney {
namespace {

struct Slope {
  double delta = std::numeric_limits<double>::infinity();

  double operator()(double residual) const { return std::clamp(residual, -delta, delta); }
};

class Huber final : public ResidualLoss<Slope> {
 public:
  explicit Huber(const LossSettings& settings)
      : ResidualLoss(settings), alpha_(settings.parameter) {}

  void initial(const LossRows& rows, double* out) const override {
    *out = middle_quantile(targets_of(rows), 0.5);
  }

  void start_round(const LossRows& rows, const std::vector<Row>& members) override {
    std::vector<WeightedValue> errors(members.empty() ? rows.n : members.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const std::size_t row = members.empty() ? i : members[i];
      errors[i] = {std::abs(rows.scores[row] - rows.y[row]), weight_of(rows, row)};
    }
    slope_.delta = lower_quantile(std::move(errors), alpha_);
  }
  // Friedman's step: the median plus the mean of the clipped residuals around it.
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    const double median = lower_quantile(residuals_of(rows, members, n), 0.5);
    return median + step_of(fraction_of(rows, members, n, [&](Row row) {
             return Fraction{slope_(rows.y[row] - rows.scores[row] - median), 1.0};
           }));
  }
  // Uses the delta of the last round; before the first round, half the squared error.
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    for_each_row(begin, end, out, [&](std::size_t i) {
      const double residual = rows.scores[i] - rows.y[i], slope = slope_(residual);
      return slope * (residual - 0.5 * slope);
    });
  }

 private:
  const double alpha_;
};

}  // namespace

constexpr LossInfo huber_info{
    .name = "huber",
    .description = "Huber loss: squared for small residuals, absolute for large ones",
    .link = Link::identity,
    .domain = TargetDomain::real,
    .metric = "huber",
    .parameter = {"alpha", 0.9, 0, 1},
    .make = make<Huber>,
};

}  // namespace spinney
