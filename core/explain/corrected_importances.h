// Gain importances evaluated on out-of-bag rows. Unlike training gains they have no bias towards
// features with many values: a split on noise gains nothing on average.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "explain/held_out_rows.h"
#include "model/forest.h"

namespace spinney {

// trees x features: the out-of-bag gain of each feature's splits. The gain of a split is the mean,
// over rows and outputs, of the improvement from node to child: the change in the probability of
// the row's class, or the change in value times the target's distance from the root's value. NaN
// for a tree without out-of-bag rows.
std::vector<double> corrected_importances(const Forest& forest, const Table& table,
                                          const TrueTargets& true_targets,
                                          const OutOfBagRows& out_of_bag, int n_threads,
                                          Interrupt& interrupt);

}  // namespace spinney
