// Targets of a node as numbers for linear models.
#include "split/node_responses.h"

#include <algorithm>
#include <cmath>

namespace spinney {

void NodeResponses::gather(const Targets& targets, const NodeCells& cells) {
  n_ = 0;
  n_rows_ = cells.n_rows();
  values_.resize(std::max(values_.size(), kMaxResponses * n_rows_));
  for (std::size_t output = 0; output < targets.n_outputs && n_ < kMaxResponses; ++output) {
    if (targets.classification()) {
      add_classes(targets, cells, output);
      continue;
    }
    double* y = next();
    for (std::size_t i = 0; i < n_rows_; ++i)
      y[i] = targets.y[cells.rows()[i] * targets.n_outputs + output];
    center(y, cells);
  }
}

// The classes of the node by decreasing weight; one indicator suffices for two classes.
void NodeResponses::add_classes(const Targets& targets, const NodeCells& cells,
                                std::size_t output) {
  class_weight_.assign(targets.n_classes[output], 0.0);
  order_.clear();
  for (std::size_t i = 0; i < n_rows_; ++i) {
    double& weight = class_weight_[targets.class_of(cells.rows()[i], output)];
    if (weight == 0) order_.push_back(targets.class_of(cells.rows()[i], output));
    weight += cells.weight(i);
  }
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return class_weight_[a] > class_weight_[b] || (class_weight_[a] == class_weight_[b] && a < b);
  });
  if (order_.size() <= 2) order_.pop_back();
  for (const std::uint32_t label : order_) {
    if (n_ == kMaxResponses) return;
    double* y = next();
    for (std::size_t i = 0; i < n_rows_; ++i)
      y[i] = targets.class_of(cells.rows()[i], output) == label ? 1.0 : 0.0;
    center(y, cells);
  }
}

void NodeResponses::center(double* y, const NodeCells& cells) const {
  double sum = 0;
  for (std::size_t i = 0; i < n_rows_; ++i) sum += cells.weight(i) * y[i];
  const double mean = sum / cells.total_weight();
  for (std::size_t i = 0; i < n_rows_; ++i) y[i] -= mean;
}

namespace {

void choose_sides_of_classes(const Targets& targets, const NodeCells& cells,
                             const std::vector<std::uint8_t>& left, std::vector<double>& right) {
  std::vector<double> excess(targets.n_classes[0]), total(2);  // right minus left weight
  for (std::size_t i = 0; i < left.size(); ++i) total[left[i]] += cells.weight(i);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const double share = cells.weight(i) / total[left[i]];
    excess[targets.class_of(cells.rows()[i], 0)] += left[i] ? -share : share;
  }
  for (std::size_t i = 0; i < left.size(); ++i)
    right[i] = excess[targets.class_of(cells.rows()[i], 0)] > 0 ? 1.0 : 0.0;
}

}  // namespace

void choose_sides(const Targets& targets, const NodeCells& cells,
                  const std::vector<std::uint8_t>& left, std::vector<double>& right) {
  right.resize(left.size());
  if (targets.classification()) return choose_sides_of_classes(targets, cells, left, right);
  double sum[2] = {}, weight[2] = {};
  const auto y = [&](std::size_t i) { return targets.y[cells.rows()[i] * targets.n_outputs]; };
  for (std::size_t i = 0; i < left.size(); ++i) {
    sum[left[i]] += cells.weight(i) * y(i);
    weight[left[i]] += cells.weight(i);
  }
  const double mean_left = sum[1] / weight[1], mean_right = sum[0] / weight[0];
  for (std::size_t i = 0; i < left.size(); ++i)
    right[i] = std::abs(y(i) - mean_right) < std::abs(y(i) - mean_left) ? 1.0 : 0.0;
}

}  // namespace spinney
