#include "explain/cost_bound.h"

#include <algorithm>
#include <cmath>

namespace spinney {

CostBound::CostBound(const CellTrees& trees, const MarginGoal& goal, const RowCosts& costs)
    : trees_(trees),
      goal_(goal),
      costs_(costs),
      multiplier_(goal.n_margins()),
      share_(trees.roots().size() * trees.n_features()),
      score_(trees.nodes().size()),
      extra_(trees.n_features()),
      best_path_(trees.roots().size()),
      reached_(goal.n_margins()) {
  // The features of a tree share the cost equally with the other trees that have them.
  const std::size_t n = trees.n_features();
  std::vector<double> count(n);
  std::size_t node = 0;
  for (std::size_t t = 0; t < trees.roots().size(); ++t)
    for (; node <= trees.roots()[t]; ++node)
      if (const auto f = trees.nodes()[node].feature; f != kCellLeaf) share_[t * n + f] = 1;
  for (std::size_t i = 0; i < share_.size(); ++i) count[i % n] += share_[i];
  for (std::size_t i = 0; i < share_.size(); ++i)
    if (share_[i] > 0) share_[i] /= count[i % n];
}

void CostBound::find_largest(std::uint32_t node, std::size_t m, const CellBox& box,
                             double& best) const {
  const CellNode& here = trees_.nodes()[node];
  if (here.feature == kCellLeaf) {
    best = std::max(best, goal_.leaf(here.first_edge)[m]);
    return;
  }
  for (std::uint32_t e = here.first_edge; e < here.first_edge + here.n_edges; ++e) {
    const CellEdge& edge = trees_.edges()[e];
    if (goal_.largest(edge.node)[m] > best && overlaps(edge, box))
      find_largest(edge.node, m, box, best);
  }
}

bool CostBound::reachable(const CellBox& box) {
  for (std::size_t m = 0; m < goal_.n_margins(); ++m) {
    double sum = 0;
    for (const auto root : trees_.roots()) {
      double best = -INFINITY;
      find_largest(root, m, box, best);
      sum += best;
    }
    if (!(sum >= goal_.needed(m))) return false;
  }
  return true;
}

void CostBound::find_leaf(std::uint32_t node, std::size_t tree, const CellBox& box, double cost) {
  const CellNode& here = trees_.nodes()[node];
  if (here.feature == kCellLeaf) {
    best_ = cost - scale_ * score_[node];
    best_leaf_ = here.first_edge;
    best_path_[tree] = current_path_;
    return;
  }
  const double share = share_[tree * trees_.n_features() + here.feature];
  const double old = extra_[here.feature];
  for (std::uint32_t e = here.first_edge; e < here.first_edge + here.n_edges; ++e) {
    const CellEdge& edge = trees_.edges()[e];
    const double extra = std::max(old, costs_.edge(e) - box.cost[here.feature]);
    const double total = cost + share * (extra - old);
    if (!(total - scale_ * score_[edge.node] < best_) || !overlaps(edge, box)) continue;
    extra_[here.feature] = extra;
    current_path_.push_back(e);
    find_leaf(edge.node, tree, box, total);
    current_path_.pop_back();
  }
  extra_[here.feature] = old;
}

double CostBound::lower(const CellBox& box) {
  const std::size_t n = goal_.n_margins();
  double sum = box.total;
  for (std::size_t m = 0; m < n; ++m) {
    sum += scale_ * multiplier_[m] * goal_.needed(m);
    reached_[m] = 0;
  }
  for (std::size_t t = 0; t < trees_.roots().size(); ++t) {
    best_ = INFINITY;
    find_leaf(trees_.roots()[t], t, box, 0);
    if (std::isinf(best_)) return INFINITY;  // no leaf is in the box
    sum += best_;
    for (std::size_t m = 0; m < n; ++m) reached_[m] += goal_.leaf(best_leaf_)[m];
  }
  return sum;
}

void CostBound::set_scores() {
  const std::size_t n = goal_.n_margins();
  for (std::size_t i = 0; i < score_.size(); ++i) {
    score_[i] = 0;
    for (std::size_t m = 0; m < n; ++m) score_[i] += multiplier_[m] * goal_.largest(i)[m];
  }
}

// A step along the subgradient: multipliers of margins that the leaves miss increase.
void CostBound::move_multipliers(double step) {
  for (std::size_t m = 0; m < goal_.n_margins(); ++m)
    multiplier_[m] = std::max(0.0, multiplier_[m] + step * (goal_.needed(m) - reached_[m]));
  set_scores();
}

// Trees whose leaves cost more of a feature than those of others get a larger share of it.
void CostBound::move_shares(const CellBox& box, double step) {
  const std::size_t n = trees_.n_features();
  std::vector<double> sum(n);
  for (std::size_t t = 0; t < trees_.roots().size(); ++t) {
    for (const auto e : best_path_[t]) {
      const std::size_t f = trees_.edges()[e].feature;
      extra_[f] = std::max(extra_[f], costs_.edge(e) - box.cost[f]);
    }
    for (const auto e : best_path_[t]) {
      const std::size_t f = trees_.edges()[e].feature;
      share_[t * n + f] *= std::exp(step * extra_[f]);
      extra_[f] = 0;
    }
  }
  for (std::size_t i = 0; i < share_.size(); ++i) sum[i % n] += share_[i];
  for (std::size_t i = 0; i < share_.size(); ++i)
    if (share_[i] > 0) share_[i] /= sum[i % n];
}

void CostBound::keep(double bound) {
  if (!(bound > kept_bound_)) return;
  kept_bound_ = bound;
  kept_multiplier_ = multiplier_;
  kept_share_ = share_;
}

double CostBound::rescale(const CellBox& box, double bound, double limit) {
  constexpr int kSteps = 3;
  double factor = 1.5;
  for (int i = 0; i < kSteps && bound < limit; ++i) {
    double missing = 0;
    for (std::size_t m = 0; m < goal_.n_margins(); ++m)
      missing += multiplier_[m] * (goal_.needed(m) - reached_[m]);
    const double before = scale_;
    scale_ *= missing > 0 ? factor : 1 / factor;
    const double next = lower(box);
    if (next > bound) {
      bound = next;
      continue;
    }
    scale_ = before;
    factor = std::sqrt(factor);
    lower(box);
  }
  return bound;
}

double CostBound::tune(const CellBox& box, int n_rounds, double limit, SearchLimit& time) {
  kept_bound_ = -INFINITY;
  std::fill(multiplier_.begin(), multiplier_.end(), 1e-3);
  set_scores();
  double speed = 1;
  for (int i = 0; i < n_rounds; ++i) {
    const double bound = lower(box);
    if (std::isinf(bound)) return bound;
    const double before = kept_bound_;
    keep(bound);
    if (bound >= limit || time.reached()) break;
    if (!(bound > before)) speed *= 0.9;
    double norm = 0, most = 0;
    for (std::size_t m = 0; m < goal_.n_margins(); ++m) {
      const double gap = goal_.needed(m) - reached_[m];
      if (gap > 0 || multiplier_[m] > 0) norm += gap * gap;
    }
    for (const auto& path : best_path_)
      for (const auto e : path)
        most = std::max(most, costs_.edge(e) - box.cost[trees_.edges()[e].feature]);
    const double target = std::isinf(limit) ? std::max(1.0, 2 * kept_bound_) : limit;
    if (most > 0) move_shares(box, speed / most);
    if (norm > 0) move_multipliers(speed * (target - bound) / norm);
  }
  multiplier_ = kept_multiplier_;
  share_ = kept_share_;
  set_scores();
  return lower(box);
}

}  // namespace spinney
