// The cheapest leaf of a single tree that reaches one of some goals.
#pragma once

#include "explain/counterfactual.h"

namespace spinney {

Counterfactual find_leaf(const CellTrees& trees, const MarginGoals& goals, const RowCosts& costs,
                         const CheckGoal& check, Interrupt& interrupt);

}  // namespace spinney
