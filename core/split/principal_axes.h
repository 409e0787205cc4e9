// Principal axes of the numeric columns.
#pragma once

#include <vector>

#include "criterion/targets.h"
#include "split/direction.h"

namespace spinney {

// Axes of the standardized columns, rows weighted, missing cells replaced by the mean; decreasing
// variance, without those of variance 0.
std::vector<Direction> principal_axes(const EncodedMatrix& matrix, const Targets& targets,
                                      Interrupt& interrupt);

}  // namespace spinney
