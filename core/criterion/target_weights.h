// The weights of targets: all 1, small whole multiples of a unit, or coarse and fine parts.
#pragma once

#include <vector>

#include "criterion/targets.h"

namespace spinney {

// `weight` has an entry per row of the table, of which these are some; null: all alike.
void set_weights(Targets& targets, const double* weight, const std::vector<Row>& rows);

}  // namespace spinney
