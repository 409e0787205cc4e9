// Predictions of a forest for the rows of a table.
#pragma once

#include <cstdint>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/forest.h"
#include "predict/forest_aggregate.h"

namespace spinney {

// rows x value_width() into out. Does not depend on the number of threads; the mean adds
// predict_values() of the trees in order.
void predict_forest(const Forest& forest, const Table& table, Aggregate aggregate, int n_threads,
                    Interrupt& interrupt, double* out);

// rows x trees: the leaf of each row, as find_leaves().
void apply_forest(const Forest& forest, const Table& table, int n_threads, Interrupt& interrupt,
                  std::int32_t* nodes);

}  // namespace spinney
