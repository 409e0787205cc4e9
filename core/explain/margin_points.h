// Margins at single points, and cheap points that reach a goal.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "explain/margin_goal.h"
#include "explain/row_costs.h"

namespace spinney {

using CellPoint = std::vector<std::uint32_t>;  // a cell of each feature
// Decides where rounding errors could: whether the model predicts the wanted outcome.
using CheckPoint = std::function<bool(const CellPoint&)>;

class MarginPoints {
 public:
  MarginPoints(const CellTrees& trees, const MarginGoal& goal, const RowCosts& costs,
               CheckPoint check)
      : trees_(trees), goal_(goal), costs_(costs), check_(std::move(check)) {}

  bool reaches(const CellPoint& point);
  // Moves one feature after the other, from the cells of the row, until the goal is reached.
  bool find(CellPoint& point);
  // Moves features of a point that reaches the goal back as far as it still does.
  void improve(CellPoint& point);

 private:
  void add_line(std::uint32_t node, const CellPoint& point, std::size_t feature, CellRange cells);
  // The margins along a feature: cells x margins.
  void set_line(const CellPoint& point, std::size_t feature);
  double missing_at(std::uint32_t cell) const;
  bool step(CellPoint& point, double missing);

  const CellTrees& trees_;
  const MarginGoal& goal_;
  const RowCosts& costs_;
  CheckPoint check_;
  std::vector<double> line_;
};

}  // namespace spinney
