// The rows of a table by the leaf that they reach, for each tree.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/interrupt.h"
#include "base/types.h"

namespace spinney {

// The node where each row ends in each tree: rows x trees.
struct RowLeaves {
  const std::int32_t* nodes = nullptr;
  std::size_t n_rows = 0;
  std::size_t n_trees = 0;

  std::int32_t at(std::size_t row, std::size_t tree) const { return nodes[row * n_trees + tree]; }
};

// The number of times each row is in the bag of a tree.
using BagCounts = std::function<std::vector<std::uint32_t>(std::size_t tree)>;

// Which rows of a leaf are listed, and their weights.
enum class LeafWeights {
  all_rows,       // every row, 1
  out_of_bag,     // rows that are not in the bag of the tree, 1
  share_of_leaf,  // rows in the bag: their share of the weight of the leaf
};

// Rows of a leaf with their weights; weight null: 1.
struct LeafRows {
  std::size_t size = 0;
  const Row* row = nullptr;
  const double* weight = nullptr;
};

class LeafIndex {
 public:
  // `row_weight` multiplies the counts of the bags; null: 1.
  LeafIndex(const RowLeaves& leaves, LeafWeights weights, const BagCounts& counts,
            const double* row_weight, int n_threads, Interrupt& interrupt);

  // The rows of a leaf, ascending.
  LeafRows rows(std::size_t tree, std::int32_t node) const {
    const PerTree& found = trees_[tree];
    const auto leaf = static_cast<std::size_t>(node);
    if (leaf + 1 >= found.start.size()) return {};
    const std::size_t begin = found.start[leaf];
    return {found.start[leaf + 1] - begin, found.row.data() + begin,
            found.weight.empty() ? nullptr : found.weight.data() + begin};
  }

 private:
  struct PerTree {
    std::vector<std::uint32_t> start;  // of each node in row, and the end
    std::vector<Row> row;
    std::vector<double> weight;  // as row; empty: 1
  };
  static PerTree by_leaf(const RowLeaves& leaves, std::size_t tree, LeafWeights weights,
                         const std::vector<std::uint32_t>& counts, const double* row_weight);

  std::vector<PerTree> trees_;
};

}  // namespace spinney
