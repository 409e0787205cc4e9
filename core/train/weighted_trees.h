// Trees on the same rows under different weights; columns are encoded and sorted once.
#pragma once

#include <memory>

#include "split/presorted_columns.h"
#include "train/cart.h"

namespace spinney {

class WeightedTrees {
 public:
  // Table and target must outlive the object. `shared`: encodings of the table for other fits; may
  // be null.
  WeightedTrees(const Table& table, const TargetView& target, const TreeOptions& options,
                Encodings* shared, Interrupt& interrupt);

  // Grows a tree for these weights, one per row; rows of weight 0 are left out. min_weight_leaf is
  // in the same units.
  Tree grow(const double* weight, double min_weight_leaf, std::uint64_t seed, Interrupt& interrupt);

  std::size_t n_rows() const { return matrix_->n_rows; }

 private:
  const Table& table_;
  TargetView target_;
  TreeOptions options_;
  std::shared_ptr<const EncodedMatrix> matrix_;
  std::shared_ptr<const PresortedColumns> sorted_;
  TreeWorkspace workspace_;
};

}  // namespace spinney
