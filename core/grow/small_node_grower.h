// Grows what hangs below a node of few rows in one go. Most nodes of a deep tree are such: half of
// them have two or three rows, and cost what is done per node, not per row. The loop is that of
// grow/grower.cpp without what only large nodes need (row subsets, presorted columns, a frontier),
// and grows the same tree.
#pragma once

#include <array>

#include "grow/frontier.h"
#include "model/builder.h"

namespace spinney {

class SmallNodeGrower {
 public:
  SmallNodeGrower(const TreeOptions& options, TreeBuilder& builder, double total_weight);

  bool accepts(const OpenNode& node) const {
    return allowed_ && node.size() <= max_rows(node.subset->data.matrix.columns.size()) &&
           node.subset->share.empty();
  }
  // What is below `root`, which is in the tree already and may be split.
  void grow(SmallNodeFinder& finder, const OpenNode& root);

 private:
  // A feature is sorted once for the whole subtree, which pays if several nodes look at it.
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
      SmallNodeFinder::kMaxRows / 2;  // of two rows at least, each

  // Its children are in the tree then.
  bool split(SmallNodeFinder& finder, Node& node, Node& left, Node& right);
  double gain_of(const Split& split, Node& node, SmallNode& left, SmallNode& right);
  NodeRecord record(const SmallNode& node) const;
  bool may_split(const Node& node) const {
    return spinney::may_split(options_, node.rows, node.depth, node.rows.n_rows);
  }
  // What was left out while the node might have been split; also in the tree.
  void complete(SmallNode& node) const;
  void complete_leaf(Node& node);

  const TreeOptions& options_;
  TreeBuilder& builder_;
  double total_weight_, gain_unit_ = 1;
  bool allowed_;
  const OpenNode* root_ = nullptr;
  // Nodes stay where they are; those at hand are open, the next one last, or free.
  std::array<Node, kMaxOpen + 3> nodes_;
  std::array<Node*, kMaxOpen + 3> open_, free_;
};

}  // namespace spinney
