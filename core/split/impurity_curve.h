// Impurity after each split of one column, for spinney.impurity_curve().
#pragma once

#include <vector>

#include "base/types.h"
#include "criterion/criterion.h"

namespace spinney {

// Impurity of all rows, without a split.
double impurity(CriterionKind kind, const Targets& targets);

// Weighted mean impurity of both sides of the split behind each distinct code but the last;
// infinite where the criterion does not allow the split. `codes`: one per row, none missing.
std::vector<double> impurity_curve(CriterionKind kind, const Targets& targets, const Code* codes);

}  // namespace spinney
