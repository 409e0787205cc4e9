// Sweep for the absolute error.
#include "criterion/absolute_error.h"

#include <bit>

namespace spinney {

AbsoluteErrorSweep::AbsoluteErrorSweep(const Targets& targets)
    : targets_(targets),
      node_(targets.n_outputs),
      rank_(targets.n_outputs, std::vector<std::uint32_t>(targets.n_rows)),
      left_(targets.n_outputs),
      left_sum_(targets.n_outputs) {}

double AbsoluteErrorSweep::internal(Row r, std::size_t output) const {
  return (targets_.y[r * targets_.n_outputs + output] - targets_.center[output]) * targets_.y_scale;
}

AbsoluteErrorSweep::Sum AbsoluteErrorSweep::row_sum(Row r, std::size_t output) const {
  const double* part = &targets_.parts[(r * targets_.n_outputs + output) * 2];
  return {targets_.weight_part(r, 0), targets_.weight_part(r, 1), part[0], part[1]};
}

void AbsoluteErrorSweep::start_node(const Row* rows, std::size_t n) {
  n_ = n;
  for (std::size_t k = 0; k < node_.size(); ++k) {
    std::vector<std::pair<double, Row>> sorted(n);
    for (std::size_t i = 0; i < n; ++i) sorted[i] = {internal(rows[i], k), rows[i]};
    std::sort(sorted.begin(), sorted.end());
    NodeOrder& order = node_[k];
    order.y.resize(n);
    order.tree.assign(n + 1, Sum{});
    order.total = Sum{};
    for (std::size_t i = 0; i < n; ++i) {
      order.y[i] = sorted[i].first;
      rank_[k][sorted[i].second] = static_cast<std::uint32_t>(i);
      const Sum sum = row_sum(sorted[i].second, k);
      order.total.add(sum, 1);
      order.tree[i + 1].add(sum, 1);
      const std::size_t parent = i + 1 + ((i + 1) & ~i);
      if (parent <= n) order.tree[parent].add(order.tree[i + 1], 1);
    }
    left_[k].assign(n + 1, Sum{});
    left_sum_[k] = Sum{};
  }
}

void AbsoluteErrorSweep::copy_node(const AbsoluteErrorSweep& other) {
  n_ = other.n_;
  node_ = other.node_;
  rank_ = other.rank_;
  for (std::size_t k = 0; k < node_.size(); ++k) left_[k].assign(n_ + 1, Sum{});
  std::fill(left_sum_.begin(), left_sum_.end(), Sum{});
}

void AbsoluteErrorSweep::reset() {
  for (std::size_t k = 0; k < node_.size(); ++k) {
    std::fill(left_[k].begin(), left_[k].end(), Sum{});
    left_sum_[k] = Sum{};
  }
}

void AbsoluteErrorSweep::move_row(Row r, double sign) {
  for (std::size_t k = 0; k < node_.size(); ++k) {
    const Sum sum = row_sum(r, k);
    left_sum_[k].add(sum, sign);
    for (std::size_t p = rank_[k][r] + std::size_t{1}; p <= n_; p += p & (~p + 1))
      left_[k][p].add(sum, sign);
  }
}

// Find the first rank at which the cumulative weight of the side reaches half of its total (lower
// median) or exceeds it (upper median).
AbsoluteErrorSweep::Found AbsoluteErrorSweep::find_median(std::size_t output, bool right,
                                                          bool upper) const {
  const NodeOrder& order = node_[output];
  const auto& left = left_[output];
  Sum total = left_sum_[output];
  if (right) {
    total = order.total;
    total.add(left_sum_[output], -1);
  }
  const double half = total.weight() / 2;
  Sum below;
  std::size_t at = 0;
  for (std::size_t step = std::bit_floor(n_); step > 0; step /= 2) {
    if (at + step > n_) continue;
    Sum next = below;
    if (right) {
      next.add(order.tree[at + step], 1);
      next.add(left[at + step], -1);
    } else {
      next.add(left[at + step], 1);
    }
    if (upper ? next.weight() <= half : next.weight() < half) {
      at += step;
      below = next;
    }
  }
  return {std::min(at, n_ - 1), below, total};
}

// With m the median: sum of w |y - m| = m (w_below - w_above) + (sum_above - sum_below). The
// median's own row contributes 0.
double AbsoluteErrorSweep::error(std::size_t output, bool right) const {
  const Found f = find_median(output, right, false);
  const double m = node_[output].y[f.rank];
  return m * (2 * f.below.weight() - f.total.weight()) + f.total.value() - 2 * f.below.value();
}

double AbsoluteErrorSweep::score() const {
  double sum = 0;
  for (std::size_t k = 0; k < node_.size(); ++k) sum += error(k, false) + error(k, true);
  return -sum;
}

double AbsoluteErrorSweep::gain(double score) {
  reset();
  for (std::size_t k = 0; k < node_.size(); ++k) score += error(k, true);
  return score;
}

double AbsoluteErrorSweep::median(std::size_t output, bool right) const {
  const auto& y = node_[output].y;
  return y[find_median(output, right, false).rank] / 2 +
         y[find_median(output, right, true).rank] / 2;
}

double AbsoluteErrorSweep::median_of(const Row* rows, std::size_t n, std::size_t output) const {
  std::vector<std::pair<double, double>> values(n);
  double total = 0, below = 0;
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = {internal(rows[i], output), targets_.weight_of(rows[i])};
    total += values[i].second;
  }
  std::sort(values.begin(), values.end());
  for (const auto& [y, w] : values)
    if ((below += w) * 2 >= total) return y;
  return 0;
}

}  // namespace spinney
