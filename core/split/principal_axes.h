// The principal axes of a table's number columns.
#pragma once

#include <vector>

#include "criterion/targets.h"
#include "data/coded.h"
#include "split/direction.h"

namespace spinney {

// Of the columns divided by their standard deviations, by the rows' weights; most variance first.
std::vector<Direction> principal_axes(const CodedMatrix& matrix, const Targets& targets);

}  // namespace spinney
