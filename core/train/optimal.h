// The tree of least error plus a price per leaf, among all trees of a given size.
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

struct OptimalOptions {
  int max_depth = 3;
  std::size_t max_leaf_nodes = 0;  // 0: no limit
  std::size_t min_samples_leaf = 1;
  double min_weight_fraction_leaf = 0;
  double leaf_penalty =
      0;  // as a share of the total: of all weight, or of the root's squared error
  std::uint32_t max_thresholds = 0;  // per number; 0: all
  double time_limit = 0;             // seconds
  int n_threads = 1;
  std::vector<Route> missing_route, unknown_route;
  std::function<void(const optimal::Progress&)> report;  // in shares of the total
};

struct OptimalTree {
  Tree tree;
  double objective = 0, lower_bound = 0;  // shares of the total
  std::size_t n_subproblems = 0;
  std::vector<optimal::Progress> history;
};

// One output; no value of a training row may be missing, unless the whole column is.
OptimalTree train_optimal(const Table& table, const TargetView& target,
                          const OptimalOptions& options, Interrupt& interrupt);

}  // namespace spinney
