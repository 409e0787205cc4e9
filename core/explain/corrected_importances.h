// Importance by gains, judged by rows that a tree has not seen: a split on noise earns nothing on
// average, however many values it had to choose from.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "explain/held_out_rows.h"
#include "model/forest.h"

namespace spinney {

// trees x features: for every row what the child says better of its target than the node did (the
// share of its class; for numbers the change of the value times the target's distance from the
// root's value), the mean over rows, summed over a feature's splits, the mean over outputs. NaN for
// a tree that has seen all rows.
std::vector<double> corrected_importances(const Forest& forest, const Table& table,
                                          const TrueTargets& true_targets,
                                          const OutOfBagRows& out_of_bag, int n_threads,
                                          Interrupt& interrupt);

}  // namespace spinney
