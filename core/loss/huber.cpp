// Huber's loss: r^2 / 2 of residuals r = s - y up to delta, delta (|r| - delta / 2) beyond. In each
// round delta is the alpha quantile of |r|.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "loss/factories.h"
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
  explicit Huber(double alpha) : alpha_(alpha) {}

  void initial(const LossRows& rows, double* out) const override {
    *out = middle_quantile(targets_of(rows), 0.5);
  }

  void start_round(const LossRows& rows) override {
    std::vector<WeightedValue> errors(rows.n);
    for (std::size_t i = 0; i < rows.n; ++i)
      errors[i] = {std::abs(rows.scores[i] - rows.y[i]), weight_of(rows, i)};
    slope_.delta = lower_quantile(std::move(errors), alpha_);
  }
  // Friedman's: the median, and what the mean of the clipped rest adds to it.
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t) const override {
    const double median = lower_quantile(residuals_of(rows, members, n), 0.5);
    return median + step_of(fraction_of(rows, members, n, [&](Row row) {
             return Fraction{slope_(rows.y[row] - rows.scores[row] - median), 1.0};
           }));
  }
  // By the delta of the last round; before the first, half the squared error.
  double value(const LossRows& rows) const override {
    return mean_of(rows, [&](std::size_t i) {
      const double residual = rows.scores[i] - rows.y[i], slope = slope_(residual);
      return slope * (residual - 0.5 * slope);
    });
  }

 private:
  const double alpha_;
};

}  // namespace

std::unique_ptr<Loss> make_huber(const LossSettings& settings) {
  require(settings.parameter > 0 && settings.parameter < 1,
          "alpha of the huber loss must be between 0 and 1");
  return std::make_unique<Huber>(settings.parameter);
}

}  // namespace spinney
