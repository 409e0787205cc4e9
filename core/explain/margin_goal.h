// A wanted outcome of a sum of trees: margins, which are linear in the outputs, reach limits.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/cell_trees.h"

namespace spinney {

class MarginGoal {
 public:
  // factors: margins x outputs. A margin, factors * (offset + sums of trees), must be at least its
  // limit; if strict, more than that. Margins that always reach their limit are dropped.
  MarginGoal(const CellTrees& trees, const std::vector<double>& factors,
             const std::vector<double>& offset, const std::vector<double>& limits,
             const std::vector<std::uint8_t>& strict);

  std::size_t n_margins() const { return needed_.size(); }
  // Below this, a margin of the trees is not reached in spite of rounding errors.
  double needed(std::size_t m) const { return needed_[m]; }
  // At or above this, it is reached. Between both, the model's prediction decides.
  double certain(std::size_t m) const { return certain_[m]; }
  const double* leaf(std::size_t leaf) const { return leaf_.data() + leaf * n_margins(); }
  // The largest margins in the leaves below a node.
  const double* largest(std::size_t node) const { return largest_.data() + node * n_margins(); }

 private:
  std::vector<double> needed_, certain_;
  std::vector<double> leaf_;     // leaves x margins
  std::vector<double> largest_;  // nodes x margins
};

}  // namespace spinney
