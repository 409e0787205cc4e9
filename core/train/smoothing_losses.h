// Out-of-bag log losses of a forest for several strengths of smoothing (model/smoothing.h).
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/forest.h"
#include "train/bags.h"
#include "train/cart.h"

namespace spinney {

struct SmoothingLosses {
  std::vector<Row> rows;       // out of bag for at least one tree, ascending
  std::vector<double> losses;  // rows x strengths: the mean over the outputs
};

// The first tree has bag `first`. At most about `max_rows` rows are evaluated: all rows, or blocks
// of rows at equal distances. Does not depend on the number of threads.
SmoothingLosses smoothing_losses(const Forest& forest, const Table& table, const TargetView& target,
                                 const Bags& bags, std::size_t first,
                                 const std::vector<double>& strengths, std::size_t max_rows,
                                 int n_threads, Interrupt& interrupt);

}  // namespace spinney
