// Builds a tree node by node. Nodes start as leaves; a split adds children to a leaf.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/term.h"
#include "model/draft.h"
#include "model/packed_tree.h"

namespace spinney {

struct NodeRecord {
  std::int64_t count = 0;
  double weight = 0, impurity = 0;
  std::span<const double> value;
};

// Sets of categories as bits: those that go left, and those seen. Both have the same length.
struct LevelSets {
  std::vector<std::uint64_t> left, seen;
};

struct AlternativeRecord {
  NodeKind kind = NodeKind::number;
  std::uint32_t feature = 0;
  double threshold = 0;
  bool above_left = false;
  double score = 0, adjusted = 0;
  LevelSets sets;
};

struct SplitRecord {
  NodeKind kind = NodeKind::number;
  std::uint32_t feature = 0;
  double threshold = 0;
  bool missing_left = false;
  double gain = 0;
  LevelSets sets;
  std::vector<double> cuts;               // intervals
  std::vector<std::int32_t> level_child;  // levels
  std::vector<Term> terms;                // linear, sphere
  std::uint32_t missing_child = 0;        // multiway splits: instead of missing_left
  std::vector<AlternativeRecord> surrogates, competitors;
};

// A numeric split without surrogates or competitors.
struct NumericSplit {
  std::uint32_t feature = 0;
  double threshold = 0;
  bool missing_left = false;
  double gain = 0;
};

// A copy of a tree, its nodes numbered level by level. Nodes with `collapse` set become leaves;
// `collapse` may be empty.
Tree copy_tree(const Tree& tree, const std::vector<bool>& collapse);

class TreeBuilder {
 public:
  TreeBuilder() = default;
  // `shape`: a tree without nodes.
  explicit TreeBuilder(const Tree& shape) { start(shape); }
  TreeBuilder(std::uint32_t n_features, std::uint32_t n_outputs,
              std::vector<std::uint32_t> n_classes);

  // Starts another tree in the same memory.
  void start(const Tree& shape);
  void reserve(std::size_t n_nodes);
  // The root of an empty builder.
  void add_root(const NodeRecord& record) { add_leaf(record); }
  // Returns the first child.
  std::int32_t split(std::int32_t node, const SplitRecord& record,
                     std::span<const NodeRecord> children);
  std::int32_t split(std::int32_t node, const SplitRecord& record, const NodeRecord& left,
                     const NodeRecord& right) {
    return split(node, record, std::array{left, right});
  }
  std::int32_t split(std::int32_t node, const NumericSplit& split, const NodeRecord& left,
                     const NodeRecord& right);
  // Replaces the statistics of a leaf.
  void update_leaf(std::int32_t leaf, const NodeRecord& record);
  // Replaces a leaf by a tree built separately. The leaf cannot be split afterwards.
  void graft(std::int32_t leaf, TreeBuilder subtree);

  std::size_t n_leaves() const { return n_leaves_; }

  // The tree, its nodes numbered level by level.
  Tree finish() const;

  // Declares that pack() can be used: all splits are on numbers or categories, missing values and
  // unknown categories go to missing_child, and statistics of inner nodes can be derived from the
  // leaves.
  void mark_packable() { packable_ = true; }
  bool packable() const { return packable_; }
  PackedTree pack() const;
  const Tree& shape() const { return draft_.rest; }

 private:
  void add_leaf(const NodeRecord& record);
  // Turns a leaf into an inner node whose children are added next.
  DraftNode& open(std::int32_t leaf, NodeKind kind, std::uint32_t feature,
                  std::uint32_t n_children);
  Replaced replaced() const;
  std::size_t max_nodes() const;

  Draft draft_;
  bool packable_ = false;
  std::size_t n_leaves_ = 0;
  std::vector<std::int32_t>
      graft_of_;  // per node: index of the tree that replaces it, or -1; may be empty
  std::vector<Draft> grafts_;
};

}  // namespace spinney
