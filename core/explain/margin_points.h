// Margins at single points, and cheap points that reach a goal.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "explain/margin_goal.h"
#include "explain/row_costs.h"
#include "explain/search_limit.h"

namespace spinney {

using CellPoint = std::vector<std::uint32_t>;  // a cell of each feature
// Decides where rounding errors could: whether the model predicts the wanted outcome.
using CheckPoint = std::function<bool(const CellPoint&)>;

class MarginPoints {
 public:
  MarginPoints(const CellTrees& trees, const MarginGoal& goal, const RowCosts& costs,
               CheckPoint check, SearchLimit& time)
      : trees_(trees),
        goal_(goal),
        costs_(costs),
        check_(std::move(check)),
        time_(time),
        leaf_(trees.roots().size()),
        testing_(trees.n_features()) {}

  bool reaches(const CellPoint& point);
  // Moves one feature after the other, from the cells of the row, until the goal is reached or the
  // time is over.
  bool find(CellPoint& point);
  // Moves features of a point that reaches the goal back as far as it still does.
  void improve(CellPoint& point);

 private:
  void add_line(std::uint32_t node, const CellPoint& point, std::size_t feature, CellRange cells);
  // Follows the point in every tree: its margins, and the trees that test each feature.
  void set_point(const CellPoint& point);
  // After set_point(): the margins along a feature, cells x margins.
  void set_line(const CellPoint& point, std::size_t feature);
  // How far margins are below what is needed, or certain.
  double missing(const double* margins, bool certain) const;
  double missing_at(std::uint32_t cell, bool certain) const {
    return missing(&line_[cell * goal_.n_margins()], certain);
  }
  bool step(CellPoint& point, bool certain);

  const CellTrees& trees_;
  const MarginGoal& goal_;
  const RowCosts& costs_;
  CheckPoint check_;
  SearchLimit& time_;
  std::vector<double> margins_;                      // of the last point of set_point()
  std::vector<const double*> leaf_;                  // trees: the margins of its leaf
  std::vector<std::vector<std::uint32_t>> testing_;  // features: trees that test it on its path
  std::vector<double> line_;
};

}  // namespace spinney
