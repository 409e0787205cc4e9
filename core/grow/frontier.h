// Which node next, and when to stop.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "base/random.h"
#include "grow/field.h"
#include "grow/options.h"

namespace spinney {

// A node whose rows are known and whose split may be sought.
struct OpenNode {
  std::int32_t id = 0;           // in the builder
  std::shared_ptr<Field> field;  // its rows are a range of this field's
  std::size_t begin = 0, end = 0;
  int depth = 0;
  std::uint64_t key = 0;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  NodeSummary summary;
  double n_whole = 0;               // rows, parts of rows counted as such
  std::vector<std::uint32_t> path;  // features asked above, where they decide what may follow

  std::size_t size() const { return end - begin; }
};

// A node whose split has been found and whose rows have been parted, but which is not yet split in
// the tree.
struct ReadyNode {
  OpenNode node;
  Split split;
  double gain = 0;
  std::vector<OpenNode> children;

  // So that a field goes with the last node that needs it.
  void forget_fields() {
    node.field.reset();
    for (OpenNode& child : children) child.field.reset();
  }
};

inline std::uint64_t child_key(std::uint64_t parent, std::uint64_t number) {
  return derive_key(parent, (std::uint64_t{1} << 40) + number);
}

// A node of `n_rows`, parts of rows counted as such.
template <class Node>
bool may_split(const GrowOptions& options, const Node& node, int depth, double n_rows) {
  const auto least =
      static_cast<double>(std::max(options.min_samples_split, 2 * options.finder.min_samples_leaf));
  constexpr double kRounding = 1e-6;  // of parts of rows
  return !node.pure && depth < options.max_depth && n_rows >= least - kRounding &&
         node.weight >= 2 * options.finder.min_weight_leaf;
}

// Last in, first out; or, with a limit on leaves, the largest gain first (of equals, the first
// made), or level by level.
class Frontier {
  bool limited() const { return max_leaf_nodes_ > 0; }
  auto later() const {
    return [by_level = by_level_](const auto& a, const auto& b) {
      return by_level || a->gain == b->gain ? a->node.id > b->node.id : a->gain < b->gain;
    };
  }

 public:
  Frontier(std::size_t max_leaf_nodes, bool by_level)
      : max_leaf_nodes_(max_leaf_nodes), by_level_(by_level) {}

  using Ready = std::unique_ptr<ReadyNode>;

  // To be filled in: one that has served keeps its memory.
  Ready fresh() {
    if (spare_.empty()) return std::make_unique<ReadyNode>();
    Ready ready = std::move(spare_.back());
    spare_.pop_back();
    return ready;
  }
  void recycle(Ready ready) {
    ready->forget_fields();
    spare_.push_back(std::move(ready));
  }

  void push(Ready ready) {
    nodes_.push_back(std::move(ready));
    if (limited()) std::push_heap(nodes_.begin(), nodes_.end(), later());
  }

  // A node whose children would be too many stays a leaf, which is told of it. Null if none is
  // left.
  template <class StayLeaf>
  Ready pop(std::size_t n_leaves, StayLeaf&& stay_leaf) {
    while (!nodes_.empty()) {
      if (limited()) std::pop_heap(nodes_.begin(), nodes_.end(), later());
      Ready ready = std::move(nodes_.back());
      nodes_.pop_back();
      if (!limited() || n_leaves + ready->children.size() <= max_leaf_nodes_ + 1) return ready;
      stay_leaf(ready->node);
    }
    return nullptr;
  }

 private:
  std::size_t max_leaf_nodes_;
  bool by_level_;
  std::vector<Ready> nodes_, spare_;
};

}  // namespace spinney
