#include "explain/leaf_search.h"

#include <algorithm>
#include <cmath>

namespace spinney {
namespace {

// Visits the leaves that cost less than the best one found.
class LeafSearch {
 public:
  LeafSearch(const CellTrees& trees, const MarginGoals& goals, const RowCosts& costs,
             const CheckGoal& check, Interrupt& interrupt)
      : trees_(trees), goals_(goals), costs_(costs), check_(check), interrupt_(interrupt) {
    found_.cost = found_.bound = INFINITY;
    for (const CellRange& range : costs.all().range) path_.push_back({range});
    cost_.resize(path_.size());
  }

  Counterfactual run() {
    visit(trees_.roots()[0], 0, 0);
    found_.bound = found_.cost;
    return found_;
  }

 private:
  using Ranges = std::vector<CellRange>;

  static bool reached(const MarginGoal& goal, const double* margins) {
    for (std::size_t m = 0; m < goal.n_margins(); ++m)
      if (!(margins[m] >= goal.needed(m))) return false;
    return true;
  }
  static bool certain(const MarginGoal& goal, const double* margins) {
    for (std::size_t m = 0; m < goal.n_margins(); ++m)
      if (!(margins[m] >= goal.certain(m))) return false;
    return true;
  }
  bool can_reach(std::uint32_t node) const {
    return std::any_of(goals_.begin(), goals_.end(),
                       [&](const MarginGoal* goal) { return reached(*goal, goal->largest(node)); });
  }
  std::uint32_t cheapest(std::size_t feature, const Ranges& ranges) const {
    std::uint32_t best = costs_.cheapest(feature, ranges[0]);
    for (std::size_t i = 1; i < ranges.size(); ++i)
      if (const auto cell = costs_.cheapest(feature, ranges[i]);
          costs_.cost(feature, cell) < costs_.cost(feature, best))
        best = cell;
    return best;
  }

  void end(std::uint32_t leaf, double cost) {
    std::vector<std::uint32_t> point(path_.size());
    for (std::size_t f = 0; f < point.size(); ++f) point[f] = cheapest(f, path_[f]);
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      const double* margins = goals_[g]->leaf(leaf);
      if (!reached(*goals_[g], margins)) continue;
      if (!certain(*goals_[g], margins) && !check_(g, point)) continue;
      found_.cells = point;
      found_.cost = cost;
      found_.goal = g;
      return;
    }
  }

  void visit(std::uint32_t node, double cost, std::size_t n_changed) {
    ++found_.n_boxes;
    interrupt_.poll();
    const CellNode& here = trees_.nodes()[node];
    if (here.feature == kCellLeaf) return end(here.first_edge, cost);
    const std::size_t f = here.feature;
    const Ranges above = path_[f];
    const double paid = cost_[f];
    for (std::uint32_t e = here.first_edge; e < here.first_edge + here.n_edges; ++e) {
      const CellEdge& edge = trees_.edges()[e];
      const CellRange* first = &trees_.ranges()[edge.first_range];
      Ranges inside = intersect(above, {first, trees_.range_end(edge)});
      if (inside.empty() || !can_reach(edge.node)) continue;
      const double own_cost = costs_.cost(f, cheapest(f, inside));
      const std::size_t changes = n_changed + (own_cost > 0 && paid == 0);
      const double total = cost - paid + own_cost;
      if (!(total < found_.cost) || changes > costs_.max_changes()) continue;
      path_[f] = std::move(inside);
      cost_[f] = own_cost;
      visit(edge.node, total, changes);
    }
    path_[f] = above;
    cost_[f] = paid;
  }

  const CellTrees& trees_;
  const MarginGoals& goals_;
  const RowCosts& costs_;
  const CheckGoal& check_;
  Interrupt& interrupt_;
  Counterfactual found_;
  std::vector<Ranges> path_;  // features: the cells that follow the path
  std::vector<double> cost_;  // features: the lowest cost of these cells
};

}  // namespace

Counterfactual find_leaf(const CellTrees& trees, const MarginGoals& goals, const RowCosts& costs,
                         const CheckGoal& check, Interrupt& interrupt) {
  return LeafSearch(trees, goals, costs, check, interrupt).run();
}

}  // namespace spinney
