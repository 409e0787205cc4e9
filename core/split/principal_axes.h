// The principal axes of the number columns: the directions in which the rows vary most.
#pragma once

#include <vector>

#include "criterion/targets.h"
#include "split/direction.h"

namespace spinney {

// Of the columns standardized, rows by their weights, missing cells as the mean; the axis of most
// variance first. Axes along which nothing varies are left out.
std::vector<Direction> principal_axes(const EncodedMatrix& matrix, const Targets& targets);

}  // namespace spinney
