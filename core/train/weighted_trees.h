// Trees on the same rows under different weights; columns are encoded and sorted once.
#pragma once

#include "split/presorted_columns.h"
#include "train/cart.h"

namespace spinney {

class WeightedTrees {
 public:
  // Table and target must outlive the object.
  WeightedTrees(const Table& table, const TargetView& target, const TreeOptions& options,
                Interrupt& interrupt);

  // Grows a tree for these weights, one per row; rows of weight 0 are left out. min_weight_leaf is
  // in the same units.
  Tree grow(const double* weight, double min_weight_leaf, std::uint64_t seed, Interrupt& interrupt);

  std::size_t n_rows() const { return matrix_.n_rows; }

 private:
  const Table& table_;
  TargetView target_;
  TreeOptions options_;
  EncodedMatrix matrix_;
  PresortedColumns sorted_;
  TreeWorkspace workspace_;
};

}  // namespace spinney
