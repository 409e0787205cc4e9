// Grows a Tree node by node. Nodes start as leaves; a split gives a leaf children.
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

// Levels as bits: those that go left, and those seen. Both of the same length.
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
  std::uint32_t missing_child = 0;        // intervals, levels: in place of missing_left
  std::vector<AlternativeRecord> surrogates, competitors;
};

// A question about a number that nothing hangs on but the children.
struct NumericSplit {
  std::uint32_t feature = 0;
  double threshold = 0;
  bool missing_left = false;
  double gain = 0;
};

// A copy of a tree, its nodes numbered level by level. Nodes with `collapse` set (if it is not
// empty) become leaves.
Tree copy_tree(const Tree& tree, const std::vector<bool>& collapse);

class TreeBuilder {
 public:
  TreeBuilder() = default;
  // `shape`: a tree without nodes.
  explicit TreeBuilder(const Tree& shape) { start(shape); }
  TreeBuilder(std::uint32_t n_features, std::uint32_t n_outputs,
              std::vector<std::uint32_t> n_classes);

  // Begins another tree, in the same memory.
  void start(const Tree& shape);
  // Room for so many nodes.
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
  // What is said of a leaf, anew.
  void update_leaf(std::int32_t leaf, const NodeRecord& record);
  // Puts a tree grown elsewhere in the place of a leaf, which cannot be split then.
  void graft(std::int32_t leaf, TreeBuilder subtree);

  std::size_t n_leaves() const { return n_leaves_; }

  // Nodes numbered level by level.
  Tree finish() const;

  // Promises that it can be packed as it is: nodes ask for numbers and categories, missing values
  // and unknown levels go where missing_child says, and what inner nodes say follows from the
  // leaves.
  void mark_packable() { packable_ = true; }
  bool packable() const { return packable_; }
  PackedTree pack() const;
  const Tree& shape() const { return draft_.rest; }

 private:
  void add_leaf(const NodeRecord& record);
  // Gives a leaf a question and children.
  DraftNode& open(std::int32_t leaf, NodeKind kind, std::uint32_t feature,
                  std::uint32_t n_children);
  Replaced replaced() const;
  std::size_t max_nodes() const;

  Draft draft_;
  bool packable_ = false;
  std::size_t n_leaves_ = 0;
  std::vector<std::int32_t>
      graft_of_;  // per node: the subtree in its place, or -1; empty if there are none
  std::vector<Draft> grafts_;
};

}  // namespace spinney
