// Optimal trees: the minimum of error plus a penalty per leaf among all trees of a given size.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/tree.h"
#include "optimal/control.h"
#include "train/cart.h"

namespace spinney {

struct OptimalOptions : SizeLimits, RouteOptions {
  double min_weight_fraction_leaf = 0;
  double leaf_penalty = 0;  // share of the total weight, or of the root's squared error
  std::uint32_t max_thresholds = kNoLimit;  // per number column
  double time_limit = kNoLimit;             // seconds
  int n_threads = 1;
};

// Called with bounds as shares of the total; may be empty.
using OptimalReport = std::function<void(const optimal::Progress&)>;

struct OptimalTree {
  Tree tree;
  double objective = 0, lower_bound = 0;  // shares of the total
  std::size_t n_subproblems = 0;
  std::vector<optimal::Progress> history;
};

// Requires one output, and no missing values except in columns without any value.
OptimalTree train_optimal(const Table& table, const TargetView& target,
                          const OptimalOptions& options, const OptimalReport& report,
                          Interrupt& interrupt);

}  // namespace spinney
