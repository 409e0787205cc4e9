// Limits on the size of a tree, shared by all growers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace spinney {

// The value of a limit that is not set; None in Python.
inline constexpr int kNoLimit = std::numeric_limits<int>::max();

struct SizeLimits {
  int max_depth = kNoLimit;
  std::size_t max_leaf_nodes = kNoLimit;
  std::size_t min_samples_split = 2, min_samples_leaf = 1;

  bool limits_leaves() const { return max_leaf_nodes != kNoLimit; }
  // The minimum number of samples of a node that can be split.
  std::size_t min_split_size() const {
    return std::max({min_samples_split, 2 * min_samples_leaf, std::size_t{2}});
  }
};

}  // namespace spinney
