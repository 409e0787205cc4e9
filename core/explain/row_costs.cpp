#include "explain/row_costs.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace spinney {

RowCosts::RowCosts(const CellTrees& trees, std::vector<std::vector<double>> costs,
                   std::vector<std::uint32_t> own, std::size_t max_changes)
    : costs_(std::move(costs)), own_(std::move(own)), max_changes_(max_changes) {
  const std::size_t n = trees.n_features();
  require(costs_.size() == n && own_.size() == n, "every feature needs costs");
  before_ = after_ = costs_;
  all_.range.resize(n);
  all_.cost.resize(n);
  for (std::size_t f = 0; f < n; ++f) {
    auto& cost = costs_[f];
    require(cost.size() == trees.n_cells(f) && own_[f] < cost.size() && cost[own_[f]] == 0,
            "every cell needs a cost, and that of the row costs nothing");
    for (const double c : cost) require(c >= 0, "costs are not negative");
    for (std::size_t c = 1; c < cost.size(); ++c)
      before_[f][c] = std::min(before_[f][c], before_[f][c - 1]);
    for (std::size_t c = cost.size() - 1; c-- > 0;)
      after_[f][c] = std::min(after_[f][c], after_[f][c + 1]);
    std::uint32_t first = 0, last = static_cast<std::uint32_t>(cost.size());
    while (std::isinf(cost[first])) ++first;
    while (std::isinf(cost[last - 1])) --last;
    all_.range[f] = {first, last};
  }
  edge_.resize(trees.edges().size());
  for (std::size_t e = 0; e < edge_.size(); ++e) {
    const CellEdge& edge = trees.edges()[e];
    edge_[e] = INFINITY;
    for (const CellRange* r = &trees.ranges()[edge.first_range]; r < trees.range_end(edge); ++r)
      edge_[e] = std::min(edge_[e], smallest(edge.feature, *r));
  }
}

double RowCosts::total(const std::vector<std::uint32_t>& point) const {
  double sum = 0;
  for (std::size_t f = 0; f < point.size(); ++f) sum += costs_[f][point[f]];
  return sum;
}

std::size_t RowCosts::n_changes(const std::vector<std::uint32_t>& point) const {
  std::size_t n = 0;
  for (std::size_t f = 0; f < point.size(); ++f) n += point[f] != own_[f];
  return n;
}

double RowCosts::smallest(std::size_t feature, CellRange range) const {
  if (range.first == 0) return before_[feature][range.last - 1];
  if (range.last == costs_[feature].size()) return after_[feature][range.first];
  return costs_[feature][cheapest(feature, range)];
}

std::uint32_t RowCosts::cheapest(std::size_t feature, CellRange range) const {
  if (range.first <= own_[feature] && own_[feature] < range.last) return own_[feature];
  const auto begin = costs_[feature].begin();
  return static_cast<std::uint32_t>(std::min_element(begin + range.first, begin + range.last) -
                                    begin);
}

bool RowCosts::restrict_to(CellBox& box, std::size_t feature, CellRange range) const {
  CellRange& old = box.range[feature];
  old = {std::max(old.first, range.first), std::min(old.last, range.last)};
  if (old.first >= old.last) return false;
  const double cost = smallest(feature, old);
  if (std::isinf(cost)) return false;
  box.total += cost - box.cost[feature];
  box.cost[feature] = cost;
  return true;
}

bool RowCosts::shrink(CellBox& box, double limit) const {
  std::size_t n_changed = 0;
  for (std::size_t f = 0; f < own_.size(); ++f)
    n_changed += own_[f] < box.range[f].first || own_[f] >= box.range[f].last;
  if (n_changed > max_changes_) return false;
  for (std::size_t f = 0; f < own_.size(); ++f) {
    CellRange& range = box.range[f];
    const bool has_own = range.first <= own_[f] && own_[f] < range.last;
    if (n_changed == max_changes_ && has_own) {
      range = {own_[f], own_[f] + 1};
      continue;
    }
    const double most = limit - (box.total - box.cost[f]);
    while (range.first < range.last && costs_[f][range.first] >= most) ++range.first;
    while (range.first < range.last && costs_[f][range.last - 1] >= most) --range.last;
    if (range.first == range.last) return false;
  }
  return true;
}

}  // namespace spinney
