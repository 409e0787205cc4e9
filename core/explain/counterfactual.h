// The cheapest change of a row that reaches one of some goals, by branch and bound.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/interrupt.h"
#include "explain/margin_goal.h"
#include "explain/row_costs.h"

namespace spinney {

struct Counterfactual {
  std::vector<std::uint32_t> cells;  // of the features; empty if none was found
  double cost = 0;                   // infinite if none was found
  double bound = 0;                  // no change costs less; infinite if there is none
  std::size_t goal = 0;
  std::size_t n_boxes = 0;  // boxes that were examined
};

// check(goal, point): whether the model predicts the outcome, where rounding errors decide.
using CheckGoal = std::function<bool(std::size_t, const std::vector<std::uint32_t>&)>;

using MarginGoals = std::vector<const MarginGoal*>;

Counterfactual find_counterfactual(const CellTrees& trees, const MarginGoals& goals,
                                   const RowCosts& costs, double time_limit, const CheckGoal& check,
                                   Interrupt& interrupt);

}  // namespace spinney
