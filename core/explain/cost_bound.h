// Lower bounds on the cost of reaching a goal inside a box. docs/design/counterfactuals.md derives
// them.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/margin_goal.h"
#include "explain/row_costs.h"
#include "explain/search_limit.h"

namespace spinney {

class CostBound {
 public:
  CostBound(const CellTrees& trees, const MarginGoal& goal, const RowCosts& costs);

  // Whether every margin can be reached if each tree takes the best leaf in the box.
  bool reachable(const CellBox& box);
  // The bound for the current multipliers and shares, and the leaf that each tree selects.
  double lower(const CellBox& box);
  // Improves multipliers and shares for a box, in at most n_rounds; returns its bound.
  double tune(const CellBox& box, int n_rounds, double limit, SearchLimit& time);

  // The multipliers are those of tune() times this.
  void set_scale(double scale) { scale_ = scale; }
  double scale() const { return scale_; }
  // After lower(): improves the scale for the box, until the bound reaches limit; returns it.
  double rescale(const CellBox& box, double bound, double limit);

  // After lower(): the edges to the leaf of a tree.
  const std::vector<std::uint32_t>& path(std::size_t tree) const { return best_path_[tree]; }
  double share(std::size_t tree, std::size_t feature) const {
    return share_[tree * trees_.n_features() + feature];
  }

 private:
  bool overlaps(const CellEdge& edge, const CellBox& box) const {
    const CellRange& range = box.range[edge.feature];
    for (const CellRange* r = &trees_.ranges()[edge.first_range]; r < trees_.range_end(edge); ++r)
      if (r->first < range.last && range.first < r->last) return true;
    return false;
  }
  void find_largest(std::uint32_t node, std::size_t m, const CellBox& box, double& best) const;
  void find_leaf(std::uint32_t node, std::size_t tree, const CellBox& box, double cost);
  void set_scores();
  void move_multipliers(double step);
  void move_shares(const CellBox& box, double step);
  void keep(double bound);

  const CellTrees& trees_;
  const MarginGoal& goal_;
  const RowCosts& costs_;
  std::vector<double> multiplier_;  // of the margins
  double scale_ = 1;
  std::vector<double> share_;  // trees x features; the sum over trees is 1
  std::vector<double> score_;  // nodes: the largest multiplier * margin below
  std::vector<double> extra_;  // features: cost of the path beyond that of the box
  std::vector<std::uint32_t> current_path_;
  std::vector<std::vector<std::uint32_t>> best_path_;  // trees: edges to the leaf
  std::vector<double> reached_;                        // margins: sum over the selected leaves
  double best_ = 0;
  std::uint32_t best_leaf_ = 0;
  std::vector<double> kept_multiplier_, kept_share_;
  double kept_bound_ = 0;
};

}  // namespace spinney
