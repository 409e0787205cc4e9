// A wanted outcome of a sum of trees: margins, which are linear in the outputs, reach thresholds.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/cell_trees.h"

namespace spinney {

class MarginGoal {
 public:
  // factors: margins x outputs. Margins must be at least the thresholds; if strict, more than that
  // (beyond rounding errors).
  MarginGoal(const CellTrees& trees, const std::vector<double>& factors,
             const std::vector<double>& thresholds, const std::vector<std::uint8_t>& strict);

  std::size_t n_margins() const { return needed_.size(); }
  // What a margin must reach, up to rounding errors.
  double needed(std::size_t m) const { return needed_[m]; }
  // At or above this, a margin is reached in spite of rounding errors.
  double certain(std::size_t m) const { return needed_[m] + 2 * tolerance_[m]; }
  const double* leaf(std::size_t leaf) const { return &leaf_[leaf * n_margins()]; }
  // The largest margins in the leaves below a node.
  const double* largest(std::size_t node) const { return &largest_[node * n_margins()]; }

 private:
  std::vector<double> needed_, tolerance_;
  std::vector<double> leaf_;     // leaves x margins
  std::vector<double> largest_;  // nodes x margins
};

}  // namespace spinney
