// Statistics of a node: weight, impurity and prediction.
#include "criterion/summary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/product_sum.h"

namespace spinney {

namespace {

double total_weight(const Targets& t, const Row* rows, std::size_t n) {
  if (t.unit_weights) return static_cast<double>(n);
  if (t.weights() == Weights::whole) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += t.multiples[rows[i]];
    return static_cast<double>(sum) * t.multiple_unit;
  }
  double coarse = 0, fine = 0;
  for (std::size_t i = 0; i < n; ++i) {
    coarse += t.weight_part(rows[i], 0);
    fine += t.weight_part(rows[i], 1);
  }
  return coarse + fine;
}

// Add the weights of the rows (coarse or fine part) to their classes.
void add_classes(const Targets& t, const Row* rows, std::size_t n, std::size_t part,
                 std::vector<double>& sums) {
  for (std::size_t i = 0; i < n; ++i) {
    const double w = t.weight_part(rows[i], part);
    std::size_t offset = 0;
    for (std::size_t k = 0; k < t.n_outputs; ++k) {
      sums[offset + t.class_of(rows[i], k)] += w;
      offset += t.n_classes[k];
    }
  }
}

// At most two classes with weights that are integer multiples.
void count_binary(const Targets& t, const Row* rows, std::size_t n, NodeSummary& s) {
  std::size_t all = 0, ones = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t m = t.multiple_of(rows[i]);
    all += m;
    ones += m * t.binary[rows[i]];
  }
  s.weight = static_cast<double>(all) * t.multiple_unit;
  s.value[0] = static_cast<double>(all - ones) * t.multiple_unit;
  if (s.value.size() > 1) s.value[1] = static_cast<double>(ones) * t.multiple_unit;
}

void add_up_classes(const Targets& t, const Row* rows, std::size_t n, NodeSummary& s) {
  s.weight = total_weight(t, rows, n);
  add_classes(t, rows, n, 0, s.value);
  if (t.weights() != Weights::parts) return;
  std::vector<double> fine(s.value.size());
  add_classes(t, rows, n, 1, fine);
  for (std::size_t j = 0; j < fine.size(); ++j) s.value[j] += fine[j];
}

void summarize_classes(CriterionKind kind, const Targets& t, const Row* rows, std::size_t n,
                       NodeSummary& s) {
  s.value.assign(t.value_width(), 0.0);
  s.impurity = 0;
  if (t.counted() && !t.binary.empty())
    count_binary(t, rows, n, s);
  else
    add_up_classes(t, rows, n, s);
  s.pure = true;
  std::size_t offset = 0;
  for (std::size_t k = 0; k < t.n_outputs; ++k) {
    double* weights = s.value.data() + offset;
    s.pure &= *std::max_element(weights, weights + t.n_classes[k]) == s.weight;
    s.impurity +=
        class_impurity(kind, weights, t.n_classes[k], s.weight) / static_cast<double>(t.n_outputs);
    for (std::size_t c = 0; c < t.n_classes[k]; ++c) weights[c] /= s.weight;
    offset += t.n_classes[k];
  }
}

struct Range {
  double low, high;
};

Range target_range(const Targets& t, const Row* rows, std::size_t n, std::size_t output) {
  double low = t.y[rows[0] * t.n_outputs + output], high = low;
  for (std::size_t i = 1; i < n; ++i) {
    const double y = t.y[rows[i] * t.n_outputs + output];
    low = std::min(low, y);
    high = std::max(high, y);
  }
  return {low, high};
}

double weighted_mean(const Targets& t, const Row* rows, std::size_t n, std::size_t output,
                     double weight) {
  double coarse = 0, fine = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* part = &t.parts[(rows[i] * t.n_outputs + output) * 2];
    coarse += part[0];
    fine += part[1];
  }
  return t.center[output] + (coarse + fine) / weight / t.y_scale;
}

// Correct a mean for the rounding of targets to a grid for all rows, which is coarse for a node
// next to an outlier.
double refined(const Targets& t, const Row* rows, std::size_t n, std::size_t output, double weight,
               double mean, Range range) {
  const double from = mean * t.y_scale;  // scaled, so that differences do not overflow
  const double reach = std::max(range.high * t.y_scale - from, from - range.low * t.y_scale);
  ProductSum sum(2 * reach, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double y = t.y[rows[i] * t.n_outputs + output] * t.y_scale, d = y - from;
    const double back = d + from;
    sum.add(t.weight_of(rows[i]), d, (y - back) + ((back - d) - from));
  }
  const double value = from + sum.value() / weight;
  // A mean below the resolution of the sum is 0.
  const double resolution = std::ldexp(reach, 2 * static_cast<int>(std::bit_width(n)) - 98);
  return std::fabs(value) < resolution ? 0.0 : value / t.y_scale;
}

// Weighted median; the midpoint of two targets if exactly half of the weight lies below.
double weighted_median(const Targets& t, const Row* rows, std::size_t n, std::size_t output,
                       double weight) {
  std::vector<std::pair<double, double>> sorted(n);
  for (std::size_t i = 0; i < n; ++i)
    sorted[i] = {t.y[rows[i] * t.n_outputs + output], t.weight_of(rows[i])};
  std::sort(sorted.begin(), sorted.end());
  double below = 0;
  for (std::size_t i = 0; i < n; ++i) {
    below += sorted[i].second;
    if (below * 2 > weight || i + 1 == n) return sorted[i].first;
    if (below * 2 == weight) return sorted[i].first / 2 + sorted[i + 1].first / 2;
  }
  return 0;
}

void summarize_numbers(CriterionKind kind, const Targets& t, const Row* rows, std::size_t n,
                       NodeSummary& s) {
  s.value.clear();
  s.impurity = 0;
  s.weight = total_weight(t, rows, n);
  s.pure = true;
  for (std::size_t k = 0; k < t.n_outputs; ++k) {
    const Range range = target_range(t, rows, n, k);
    const bool constant = range.low == range.high;
    s.pure &= constant;
    if (constant) {
      s.value.push_back(range.low);
      continue;
    }
    const bool median = criterion_info(kind).leaf_median;
    double value =
        median ? weighted_median(t, rows, n, k, s.weight) : weighted_mean(t, rows, n, k, s.weight);
    if (!median)
      value = refined(t, rows, n, k, s.weight, std::clamp(value, range.low, range.high), range);
    s.value.push_back(std::clamp(value, range.low, range.high));
    const NumberNode node{rows, n, k, s.weight, value, range.low, range.high};
    s.impurity += number_impurity(kind, t, node) / static_cast<double>(t.n_outputs);
  }
}

void summarize_gradients(const GradientTargets& t, const Row* rows, std::size_t n, NodeSummary& s) {
  double hessian = 0, gradient = 0;
  for (std::size_t i = 0; i < n; ++i) {
    hessian += t.pairs[std::size_t{2} * rows[i]];
    gradient += t.pairs[std::size_t{2} * rows[i] + 1];
  }
  s.weight = hessian;
  s.value.assign(1, newton_value(gradient, hessian, t.penalty) * t.unit.value());
}

}  // namespace

double gain_unit(CriterionKind kind, const Targets& t) {
  if (t.boosting()) return t.gradients.unit.score() / 2;
  const double per_output = 1 / static_cast<double>(t.n_outputs);
  if (t.classification()) return per_output;
  return per_output / (criterion_info(kind).power == 1 ? t.y_scale : t.y_scale * t.y_scale);
}

bool impurity_is_additive(CriterionKind kind, const Targets& targets) {
  return criterion_info(kind).additive && !targets.boosting();
}

bool score_determines_gain(const Targets& t, double score, double weight) {
  constexpr double kFar = 0x1.0p-17, kSteps = 0x1.0p28;
  const double min_distance = std::max(kFar, kSteps * t.integer_step) * weight;
  return score >= min_distance * min_distance;
}

void summarize_lazily(CriterionKind kind, const Targets& t, const Row* rows, std::size_t n,
                      double weight, NodeSummary& s) {
  if (t.classification() || t.n_outputs > 1 || !impurity_is_additive(kind, t))
    return summarize(kind, t, rows, n, s);
  const double first = t.y[rows[0]];
  s.pure = std::all_of(rows, rows + n, [&](Row r) { return t.y[r] == first; });
  s.weight = weight < 0 || t.weights() == Weights::parts ? total_weight(t, rows, n) : weight;
  s.impurity = s.pure ? 0 : std::numeric_limits<double>::quiet_NaN();
  s.value.assign(1, first);
}

void summarize(CriterionKind kind, const Targets& targets, const Row* rows, std::size_t n,
               NodeSummary& summary) {
  if (targets.boosting())
    summarize_gradients(targets.gradients, rows, n, summary);
  else if (targets.classification())
    summarize_classes(kind, targets, rows, n, summary);
  else
    summarize_numbers(kind, targets, rows, n, summary);
}

}  // namespace spinney
