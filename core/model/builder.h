// Grows a Tree node by node. Nodes start as leaves; a split gives a leaf two children.
#pragma once

#include <vector>

#include "model/tree.h"

namespace spinney {

struct NodeRecord {
  std::int64_t count = 0;
  double weight = 0, impurity = 0;
  const std::vector<double>& value;
};

struct SplitRecord {
  NodeKind kind = NodeKind::number;
  std::uint32_t feature = 0;
  double threshold = 0;
  bool missing_left = false;
  double gain = 0;
  std::vector<std::uint64_t> left_set;  // category: a bit per level
};

class TreeBuilder {
 public:
  TreeBuilder(std::uint32_t n_features, std::uint32_t n_outputs, std::vector<std::uint32_t> n_classes);

  // The root of an empty builder.
  void add_root(const NodeRecord& record) { add_leaf(record); }
  // Returns the left child.
  std::int32_t split(std::int32_t node, const SplitRecord& record, const NodeRecord& left, const NodeRecord& right);
  // Puts a tree grown elsewhere in the place of a leaf.
  void graft(std::int32_t leaf, const TreeBuilder& subtree);

  std::size_t n_leaves() const { return (tree_.size() + 1) / 2; }

  // The tree with its nodes numbered level by level, whatever the order in which they were made.
  Tree finish() const;

 private:
  void add_leaf(const NodeRecord& record);
  Tree tree_;
};

}  // namespace spinney
