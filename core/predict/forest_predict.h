// What a forest says of the rows of a table.
#pragma once

#include <cstdint>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/forest.h"
#include "predict/forest_aggregate.h"

namespace spinney {

// rows x value_width() into out. The same bits for any number of threads; the mean is that of
// predict_values() of each tree, added up in their order.
void predict_forest(const Forest& forest, const Table& table, Aggregate aggregate, int n_threads,
                    Interrupt& interrupt, double* out);

// rows x trees: the node where each row ends, as find_leaves().
void apply_forest(const Forest& forest, const Table& table, int n_threads, Interrupt& interrupt,
                  std::int32_t* nodes);

}  // namespace spinney
