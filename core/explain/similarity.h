// Similarities of rows by the leaves that they share.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/leaf_index.h"

namespace spinney {

// A sparse matrix by rows.
struct SparseRows {
  std::vector<std::int64_t> start;   // of each row in column, and the end
  std::vector<std::int32_t> column;  // ascending in each row
  std::vector<double> value;
};

struct SimilarityOptions {
  LeafWeights weights = LeafWeights::all_rows;
  const double* tree_weight = nullptr;  // per tree, for all_rows; null: 1
  const double* row_weight = nullptr;   // of the other rows, for share_of_leaf; null: 1
  bool same_rows = false;               // the rows are the other rows, so they are in the bags too
};

// The part of the matrix to compute.
struct SimilarityPart {
  std::size_t first = 0, last = 0;  // rows
  std::size_t top = 0;              // number of largest similarities of each row to keep; 0: all
  bool skip_self = false;           // leave out the similarity of a row to the row of its index
  std::size_t max_entries = 0;      // throws if there are more
};

// For each row, the trees that have it out of bag.
class OutOfBagTrees {
 public:
  OutOfBagTrees(std::size_t n_rows, std::size_t n_trees, const BagCounts& counts);

  bool has(std::size_t row, std::size_t tree) const {
    return bits_[row * words_ + tree / 64] >> tree % 64 & 1;
  }
  // The number of trees that have both rows out of bag.
  double n_shared(std::size_t a, std::size_t b) const;

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// The similarity of each row to the other rows:
// - all_rows: the share of trees, or of their weights, in which both end in the same leaf;
// - out_of_bag: the same among the trees that have both rows out of bag;
// - share_of_leaf: the weight of the other row in the leaf of the row, averaged over the trees that
//   have the row out of bag.
class Similarity {
 public:
  Similarity(const RowLeaves& rows, const RowLeaves& others, const BagCounts& counts,
             const SimilarityOptions& options, int n_threads, Interrupt& interrupt);

  SparseRows compute(const SimilarityPart& part, int n_threads, Interrupt& interrupt) const;

 private:
  class RowSums;
  void add_row(std::size_t row, const SimilarityPart& part, RowSums& sums, SparseRows& to) const;

  RowLeaves rows_;
  SimilarityOptions options_;
  std::size_t n_others_;
  bool uses_bags_;
  LeafIndex index_;
  OutOfBagTrees out_of_bag_;
};

}  // namespace spinney
