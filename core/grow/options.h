// How far a tree grows.
#pragma once

#include <cstdint>

#include "split/finder.h"

namespace spinney {

struct GrowOptions {
  FinderOptions finder;
  int max_depth = 0;
  std::size_t min_samples_split = 2;
  std::size_t max_leaf_nodes = 0;  // 0: no limit; otherwise the best node is split first
  double min_impurity_decrease = 0;
  std::uint64_t seed = 0;
  int n_threads = 1;
};

}  // namespace spinney
