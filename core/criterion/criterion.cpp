// Table of the split criteria, and their impurities.
#include "criterion/criterion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/product_sum.h"

namespace spinney {

namespace {

// In the order of CriterionKind.
constexpr std::array kCriteria{
    CriterionInfo{.kind = CriterionKind::gini,
                  .name = "gini",
                  .task = CriterionTask::classification,
                  .impurity = "1 - sum(p^2)",
                  .additive = true},
    CriterionInfo{.kind = CriterionKind::entropy,
                  .name = "entropy",
                  .task = CriterionTask::classification,
                  .impurity = "-sum(p log2(p))",
                  .alias = "log_loss",
                  .in_bits = true},
    CriterionInfo{.kind = CriterionKind::gain_ratio,
                  .name = "gain_ratio",
                  .task = CriterionTask::classification,
                  .impurity = "-sum(p log2(p))",
                  .in_bits = true,
                  .needs_multiway = true,
                  .single_output = true},
    CriterionInfo{.kind = CriterionKind::misclassification,
                  .name = "misclassification",
                  .task = CriterionTask::classification,
                  .impurity = "1 - max(p)"},
    CriterionInfo{.kind = CriterionKind::squared_error,
                  .name = "squared_error",
                  .task = CriterionTask::regression,
                  .impurity = "mean((y - mean(y))^2)",
                  .alias = "friedman_mse",
                  .spread = "sd",
                  .power = 2,
                  .additive = true},
    CriterionInfo{.kind = CriterionKind::poisson,
                  .name = "poisson",
                  .task = CriterionTask::regression,
                  .impurity = "mean(y log(y / mean(y)))",
                  .non_negative = true,
                  .spread = "deviance",
                  .power = 1},
    CriterionInfo{.kind = CriterionKind::absolute_error,
                  .name = "absolute_error",
                  .task = CriterionTask::regression,
                  .impurity = "mean(|y - median(y)|)",
                  .spread = "mean absolute deviation",
                  .power = 1,
                  .leaf_median = true},
    CriterionInfo{.kind = CriterionKind::newton,
                  .name = "newton",
                  .task = CriterionTask::gradients,
                  .impurity = "-G^2 / (2 (H + l2))"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kCriteria.size(); ++i)
    if (static_cast<std::size_t>(kCriteria[i].kind) != i) return false;
  return static_cast<std::size_t>(CriterionKind::newton) + 1 == kCriteria.size();
}
static_assert(in_order(), "every CriterionKind needs a description, in the same order");

[[noreturn]] void refuse(CriterionKind kind, const char* targets) {
  throw InvalidArgument(std::string("criterion '") + criterion_info(kind).name + "' is not for " +
                        targets);
}

double xlogy(double x, double y) { return x == 0 ? 0 : x * std::log(y); }

}  // namespace

std::span<const CriterionInfo> criteria() { return kCriteria; }

const CriterionInfo& criterion_info(CriterionKind kind) {
  return kCriteria[static_cast<std::size_t>(kind)];
}

double class_impurity(CriterionKind kind, const double* weights, std::size_t n_classes,
                      double total) {
  using enum CriterionKind;
  const double* end = weights + n_classes;
  double sum = 0;
  switch (kind) {
    case gini:
      for (const double* w = weights; w < end; ++w) sum += *w / total * ((total - *w) / total);
      return std::max(0.0, sum);
    case entropy:
    case gain_ratio:
      for (const double* w = weights; w < end; ++w)
        if (const double p = *w / total; p > 0) sum -= p * std::log2(p);
      return std::max(0.0, sum);
    case misclassification: {
      double largest = 0;
      for (const double* w = weights; w < end; ++w) largest = std::max(largest, *w / total);
      return 1 - largest;
    }
    case squared_error:
    case poisson:
    case absolute_error:
    case newton: break;
  }
  refuse(kind, "classes");
}

double number_impurity(CriterionKind kind, const Targets& t, const NumberNode& node) {
  using enum CriterionKind;
  const double value = node.value, reach = std::max(node.high - value, value - node.low);
  // Mean of f(y) over the rows, independent of their order; |f| <= largest.
  const auto mean_of = [&](double largest, const auto& f) {
    ProductSum sum(2 * largest, node.n);
    for (std::size_t i = 0; i < node.n; ++i)
      sum.add(t.weight_of(node.rows[i]), f(t.y[node.rows[i] * t.n_outputs + node.output]));
    return sum.value() / node.weight;
  };
  switch (kind) {
    case squared_error: {
      // Scaled, so that squares of huge targets do not overflow.
      const auto square = [&](double d) { return (d * t.y_scale) * (d * t.y_scale); };
      return mean_of(square(reach), [&](double y) { return square(y - value); }) / t.y_scale /
             t.y_scale;
    }
    case poisson: {
      const double mean = value > 0 ? value : 1;
      const double largest = std::max(std::fabs(xlogy(node.high, node.high / mean)), mean);
      return std::max(0.0, mean_of(largest, [&](double y) { return xlogy(y, y / mean); }));
    }
    case absolute_error: return mean_of(reach, [&](double y) { return std::fabs(y - value); });
    case gini:
    case entropy:
    case gain_ratio:
    case misclassification:
    case newton: break;
  }
  refuse(kind, "numeric targets");
}

double row_loss(CriterionKind kind, double y, double prediction) {
  using enum CriterionKind;
  switch (kind) {
    case squared_error: return (y - prediction) * (y - prediction);
    case poisson: return xlogy(y, y) - xlogy(y, prediction) - y + prediction;
    case absolute_error: return std::fabs(y - prediction);
    case gini:
    case entropy:
    case gain_ratio:
    case misclassification:
    case newton: break;
  }
  refuse(kind, "numeric targets");
}

}  // namespace spinney
