// Grows the subtree of a small node in one go. Most nodes of a deep tree have a few rows, so the
// cost per node dominates. The loop does the same as grow/grower.cpp without what only large nodes
// need (row subsets, presorted columns, a frontier), and grows the same tree.
#pragma once

#include <array>

#include "grow/open_node.h"
#include "model/builder.h"

namespace spinney {

class SmallNodeGrower {
 public:
  SmallNodeGrower(const TreeOptions& options, TreeBuilder& builder, double total_weight);

  bool accepts(const OpenNode& node) const {
    return allowed_ && node.size() <= max_rows(node.subset->data.matrix.columns.size()) &&
           node.subset->share.empty();
  }
  // Grows the subtree below `root`, which is a leaf of the tree and may be split.
  void grow(SmallNodeFinder& finder, const OpenNode& root);

 private:
  // A feature is sorted once per subtree, which pays off if several nodes use it.
  std::size_t max_rows(std::size_t n_features) const {
    const std::size_t wanted = std::min(options_.max_features, n_features);
    return std::min(SmallNodeFinder::kMaxRows, 3 * SmallNodeFinder::kMaxRows * wanted / n_features);
  }
  struct Node {
    SmallNode rows;
    std::int32_t id = 0;
    int depth = 0;
    std::uint64_t key = 0;
  };
  static constexpr std::size_t kMaxOpen =
      SmallNodeFinder::kMaxRows / 2;  // of at least two rows each

  // Splits a node in the tree.
  bool split(SmallNodeFinder& finder, Node& node, Node& left, Node& right);
  double gain_of(const Split& split, Node& node, SmallNode& left, SmallNode& right);
  NodeRecord record(const SmallNode& node) const;
  bool may_split(const Node& node) const {
    return spinney::may_split(options_, node.rows, node.depth, node.rows.n_rows);
  }
  // Computes statistics that were left out while the node could be split; complete_leaf() also
  // updates the tree.
  void complete(SmallNode& node) const;
  void complete_leaf(Node& node);

  const TreeOptions& options_;
  TreeBuilder& builder_;
  double total_weight_, gain_unit_ = 1;
  bool allowed_;
  const OpenNode* root_ = nullptr;
  // Storage of the nodes, and pointers to open ones (the next is the last) and free ones.
  std::array<Node, kMaxOpen + 3> nodes_;
  std::array<Node*, kMaxOpen + 3> open_, free_;
};

}  // namespace spinney
