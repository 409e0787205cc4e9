// Sums of trees whose splits send cells of features to children.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/feature_cells.h"

namespace spinney {

inline constexpr std::uint32_t kCellLeaf = 0xFFFFFFFFu;  // as the feature of a node

// A child of a split with the cells that go to it.
struct CellEdge {
  std::uint32_t node;
  std::uint32_t feature;
  std::uint32_t first_range, n_ranges;
};

// Splits may share children: surrogates of a split lead to its children.
struct CellNode {
  std::uint32_t feature = kCellLeaf;
  std::uint32_t first_edge = 0, n_edges = 0;  // in leaves: an index of a leaf, 0
};

// How the columns of some trees read the features of the model.
struct ColumnCells {
  std::vector<std::uint32_t> feature;       // of each column
  std::vector<std::vector<double>> values;  // columns x cells: ascending for numbers
  std::vector<std::uint32_t> outputs;       // output of the model of each output of the trees
  double scale = 1;
};

// The output of a model at a leaf: a sparse vector.
struct LeafValue {
  std::uint32_t output;
  double value;
};

class CellTrees {
 public:
  // The last two of the cells of a feature are missing values and unknown categories.
  CellTrees(std::vector<std::uint32_t> n_cells, std::size_t n_outputs)
      : n_cells_(std::move(n_cells)), n_outputs_(n_outputs) {}

  // Adds a tree; index: that of the tree in its sum. Throws for splits on several features.
  void add(const Tree& tree, std::size_t index, const Table& table, const ColumnCells& columns);

  std::size_t n_features() const { return n_cells_.size(); }
  std::size_t n_outputs() const { return n_outputs_; }
  std::uint32_t n_cells(std::size_t feature) const { return n_cells_[feature]; }
  const std::vector<std::uint32_t>& roots() const { return roots_; }
  const std::vector<CellNode>& nodes() const { return nodes_; }
  const std::vector<CellEdge>& edges() const { return edges_; }
  const std::vector<CellRange>& ranges() const { return ranges_; }
  std::size_t n_leaves() const { return leaf_first_.size() - 1; }
  const LeafValue* leaf_begin(std::size_t leaf) const { return &values_[leaf_first_[leaf]]; }
  const LeafValue* leaf_end(std::size_t leaf) const {
    return values_.data() + leaf_first_[leaf + 1];
  }
  // Whether sums of leaf values have no rounding errors before they are scaled: a single tree, or
  // one sum of trees whose values are multiples of 2^-20 up to 1.
  bool has_exact_sums() const { return on_grid_ || (roots_.size() == 1 && scale_ == 1); }
  // (feature, cell) of values that some split divides among its children.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& divided() const { return divided_; }

  // The edge of a node that a cell follows.
  const CellEdge& edge_of(const CellNode& node, std::uint32_t cell) const {
    const CellEdge* edge = &edges_[node.first_edge];
    for (const CellEdge* last = edge + node.n_edges - 1; edge < last; ++edge)
      for (const CellRange* r = &ranges_[edge->first_range]; r < range_end(*edge); ++r)
        if (r->first <= cell && cell < r->last) return *edge;
    return *edge;
  }
  const CellRange* range_end(const CellEdge& edge) const {
    return ranges_.data() + edge.first_range + edge.n_ranges;
  }

 private:
  class Builder;

  std::vector<std::uint32_t> n_cells_;
  std::size_t n_outputs_;
  std::vector<std::uint32_t> roots_;  // of the trees
  std::vector<CellNode> nodes_;       // children before parents
  std::vector<CellEdge> edges_;
  std::vector<CellRange> ranges_;
  std::vector<LeafValue> values_;
  std::vector<std::size_t> leaf_first_{0};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> divided_;
  bool on_grid_ = true;
  double scale_ = 1;  // of the last tree
};

}  // namespace spinney
