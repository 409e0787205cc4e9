// Sample weights: all 1, small integer multiples of a unit, or coarse and fine parts.
#pragma once

#include <vector>

#include "criterion/targets.h"

namespace spinney {

// Set the weights of the given rows; `weight` has an entry per row of the table, or is null.
void set_weights(Targets& targets, const double* weight, const std::vector<Row>& rows);

}  // namespace spinney
