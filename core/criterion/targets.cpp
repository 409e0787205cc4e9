// Targets and weights of the training rows.
#include "criterion/targets.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "base/product_sum.h"
#include "criterion/target_weights.h"

namespace spinney {
namespace {

// Split weight * (y - center) * scale, computed to about 100 bits, into coarse and fine part.
void set_parts(Targets& t, std::size_t output) {
  const std::size_t n = t.n_rows, m = t.n_outputs;
  const double center = t.center[output], scale = t.y_scale;
  const Grid grid(4.0, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double y = t.y[i * m + output], d = y - center;
    const double back = d + center;
    const double lost = (y - back) + ((back - d) - center);  // rounding error of y - center
    const double w = t.weight_of(static_cast<Row>(i)), x = d * scale, product = w * x;
    const double rest = std::fma(w, x, -product) + w * (lost * scale);
    double* part = &t.parts[(i * m + output) * 2];
    part[0] = grid.coarse(product);
    part[1] = grid.fine((product - part[0]) + rest);
  }
}

// Round the parts of one output to integer steps whose sum over all rows stays below 2^62. Skipped
// if that is too coarse: a few targets far from the others. `workspace`: memory to reuse.
void set_integers(Targets& t, std::vector<std::int64_t> workspace) {
  constexpr double kFine = 0x1.0p26;  // steps in the mean distance from the center
  // At least as for 2^14 rows, so that sums of 32 rows are exact in doubles, too.
  constexpr int kMin = 15;
  const std::size_t n = t.n_rows;
  if (t.n_outputs > 1 || t.weights() == Weights::parts) return;
  const double step = std::ldexp(1.0, std::max(kMin, static_cast<int>(std::bit_width(n))) - 60);
  double distance = 0;
  for (std::size_t i = 0; i < n; ++i) distance += std::fabs(t.parts[2 * i]);
  if (distance < kFine * step * static_cast<double>(n)) return;
  t.integer_step = step;
  t.whole = std::move(workspace);
  t.whole.resize(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    double* part = &t.parts[2 * i];
    const double coarse = round_to_integer(part[0] / step), rest = part[0] - coarse * step;
    const double fine = round_to_integer((rest + part[1]) / step);
    part[0] = coarse * step;
    part[1] = fine * step;
    t.whole[2 * i] = static_cast<std::int64_t>(t.multiple_of(static_cast<Row>(i)));
    t.whole[2 * i + 1] = static_cast<std::int64_t>(coarse) + static_cast<std::int64_t>(fine);
  }
}

// Minimum and maximum of each output.
using Extremes = std::vector<std::pair<double, double>>;

Extremes extremes(const Targets& t) {
  Extremes found;
  for (std::size_t k = 0; k < t.n_outputs; ++k) {
    double low = t.y[k], high = low;
    for (std::size_t i = k; i < t.y.size(); i += t.n_outputs) {
      low = std::min(low, t.y[i]);
      high = std::max(high, t.y[i]);
    }
    found.emplace_back(low, high);
  }
  return found;
}

// Power of two that scales the largest distance from `center` into [1, 2).
double unit_scale(const Extremes& outputs, const std::vector<double>& center) {
  double largest = 0;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (const double y : {outputs[k].first, outputs[k].second})
      largest = std::max(largest, std::fabs(y / 2 - center[k] / 2));
  if (!(largest > 0)) return 1.0;
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest) - 1, -1000, 1000));
}

double mean(const Targets& t, std::size_t output, double scale) {
  ProductSum sum(4.0, t.n_rows), weights(2.0, t.n_rows);
  for (std::size_t i = 0; i < t.n_rows; ++i) {
    const double w = t.weight_of(static_cast<Row>(i));
    sum.add(w, t.y[i * t.n_outputs + output] * scale);
    weights.add(1.0, w);
  }
  return sum.value() / weights.value() / scale;
}

}  // namespace

std::size_t Targets::value_width() const {
  if (!classification()) return n_outputs;
  std::size_t width = 0;
  for (const auto k : n_classes) width += k;
  return width;
}

Targets make_class_targets(const std::int32_t* y, std::size_t n_outputs,
                           std::vector<std::uint32_t> n_classes, const double* weight,
                           const std::vector<Row>& rows) {
  Targets t;
  t.n_rows = rows.size();
  t.n_outputs = n_outputs;
  t.n_classes = std::move(n_classes);
  set_weights(t, weight, rows);
  if (n_outputs == 1 && t.n_classes[0] <= 2) {
    t.binary.reserve(rows.size());
    for (const Row r : rows) t.binary.push_back(static_cast<std::uint8_t>(y[r]));
    return t;
  }
  constexpr std::size_t kMaxSquared = 94'906'265;  // its square is below 2^53
  t.exact_squares = t.counted() && t.total_multiple() <= kMaxSquared;
  t.classes.reserve(rows.size() * n_outputs);
  for (const Row r : rows)
    for (std::size_t k = 0; k < n_outputs; ++k)
      t.classes.push_back(static_cast<std::uint32_t>(y[r * n_outputs + k]));
  return t;
}

Targets make_number_targets(const double* y, std::size_t n_outputs, const double* weight,
                            const std::vector<Row>& rows, bool centered, bool in_steps,
                            Targets workspace) {
  Targets t;
  t.n_rows = rows.size();
  t.n_outputs = n_outputs;
  const auto use = [](auto& from, auto& to) {
    to = std::move(from);
    to.clear();
  };
  use(workspace.multiples, t.multiples);
  use(workspace.weight, t.weight);
  t.y = std::move(workspace.y);  // fully overwritten below
  t.parts = std::move(workspace.parts);
  set_weights(t, weight, rows);
  t.y.resize(rows.size() * n_outputs);
  double* to = t.y.data();
  for (const Row r : rows)
    for (std::size_t k = 0; k < n_outputs; ++k) *to++ = y[r * n_outputs + k];
  t.parts.resize(t.y.size() * 2);
  t.center.resize(n_outputs);
  const Extremes outputs = extremes(t);
  if (centered) {
    const double scale = unit_scale(outputs, t.center);
    for (std::size_t k = 0; k < n_outputs; ++k) t.center[k] = mean(t, k, scale);
    // Round the center to the size of the spread: precise enough, and round targets stay round, so
    // that equal splits have equal scores.
    const double step = 1 / unit_scale(outputs, t.center);
    for (double& c : t.center) c = std::nearbyint(c / step) * step;
  }
  t.y_scale = unit_scale(outputs, t.center);
  for (std::size_t k = 0; k < n_outputs; ++k) set_parts(t, k);
  if (in_steps) set_integers(t, std::move(workspace.whole));
  return t;
}

Targets make_gradient_targets(GradientTargets gradients, const double* weight) {
  Targets t;
  t.n_rows = gradients.pairs.size() / 2;
  t.center = {0};
  t.y_scale = 1 / gradients.unit.value();
  t.weight_scale = gradients.unit.hessian;
  t.gradients = std::move(gradients);
  std::vector<Row> rows(t.n_rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  t.set_case_weights(weight, rows);
  return t;
}

void Targets::set_case_weights(const double* user_weight, const std::vector<Row>& rows) {
  Targets t;
  spinney::set_weights(t, user_weight, rows);
  own_case_weights = true;
  case_parts.clear();
  if (t.unit_weights) return;
  for (Row r = 0; r < rows.size(); ++r)
    for (const std::size_t part : {0, 1}) case_parts.push_back(t.weight_part(r, part));
}

Targets Targets::take_shares(const Row* rows, std::size_t n,
                             const std::vector<double>& share) const {
  Targets part = take_rows(rows, n);
  const Grid grid(2.0, n);
  const auto split_parts = [&](const auto& old_weight, std::vector<double>& divided) {
    std::vector<double> fresh(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      const double w = old_weight(i) * share[i];
      fresh[2 * i] = grid.coarse(w);
      fresh[2 * i + 1] = grid.fine(w - fresh[2 * i]);
    }
    divided = std::move(fresh);
  };
  if (own_case_weights)
    split_parts([&](std::size_t i) { return case_part(rows[i], 0) + case_part(rows[i], 1); },
                part.case_parts);
  if (boosting()) {
    for (std::size_t j = 0; j < 2 * n; ++j)
      part.gradients.pairs[j] = std::nearbyint(part.gradients.pairs[j] * share[j / 2]);
    return part;
  }
  split_parts([&](std::size_t i) { return weight_of(rows[i]); }, part.weight_parts);
  part.unit_weights = false;
  part.multiples.clear();
  part.whole.clear();
  part.weight.resize(n);
  for (std::size_t i = 0; i < n; ++i) part.weight[i] = weight_of(rows[i]) * share[i];
  for (std::size_t k = 0; k < (classification() ? 0 : n_outputs); ++k) set_parts(part, k);
  return part;
}

std::size_t Targets::total_multiple() const {
  std::size_t total = 0;
  for (std::size_t r = 0; r < n_rows; ++r) total += multiple_of(static_cast<Row>(r));
  return total;
}

void Targets::make_xlog2x() {
  constexpr std::size_t kPerRow = 8, kSmall = 4096;
  const std::size_t total = total_multiple();
  if (total > kPerRow * n_rows + kSmall) return;  // the table would cost more than it saves
  auto table = std::make_shared<std::vector<double>>(total + 1);
  // No sum over classes exceeds the last entry, so no sum rounds.
  const double n = static_cast<double>(total), largest = n * std::log2(std::max(n, 2.0));
  const Grid grid(largest, 1);
  for (std::size_t c = 1; c <= total; ++c)
    (*table)[c] = grid.coarse(static_cast<double>(c) * std::log2(static_cast<double>(c)));
  xlog2x = std::move(table);
}

Targets Targets::take_rows(const Row* rows, std::size_t n) const {
  const auto pick = [&](const auto& from, auto& to, std::size_t width) {
    if (from.empty()) return;
    to.resize(n * width);
    const auto copy = [&](auto each) {
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < each; ++k) to[i * each + k] = from[rows[i] * each + k];
    };
    if (width == 1) return copy(std::integral_constant<std::size_t, 1>());
    if (width == 2) return copy(std::integral_constant<std::size_t, 2>());
    copy(width);
  };
  Targets part;
  part.n_rows = n;
  part.n_outputs = n_outputs;
  part.unit_weights = unit_weights;
  part.weight_scale = weight_scale;
  part.own_case_weights = own_case_weights;
  part.n_classes = n_classes;
  part.exact_squares = exact_squares;
  part.xlog2x = xlog2x;
  part.center = center;
  part.y_scale = y_scale;
  part.multiple_unit = multiple_unit;
  pick(multiples, part.multiples, 1);
  pick(weight, part.weight, 1);
  pick(weight_parts, part.weight_parts, 2);
  pick(case_parts, part.case_parts, 2);
  pick(binary, part.binary, 1);
  pick(classes, part.classes, n_outputs);
  pick(y, part.y, n_outputs);
  pick(parts, part.parts, n_outputs * 2);
  pick(whole, part.whole, 2);
  part.integer_step = integer_step;
  part.gradients = {{}, gradients.unit, gradients.penalty, gradients.sorted_l2};
  pick(gradients.pairs, part.gradients.pairs, 2);
  return part;
}

}  // namespace spinney
