// Which node next, and when to stop.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "base/random.h"
#include "grow/options.h"
#include "grow/row_subset.h"

namespace spinney {

// A node whose rows are known and whose split may be sought.
struct OpenNode {
  std::int32_t id = 0;                // in the builder
  std::shared_ptr<RowSubset> subset;  // its rows are a range of this row subset's
  std::size_t begin = 0, end = 0;
  int depth = 0;
  std::uint64_t key = 0;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  NodeSummary summary;
  double effective_rows = 0;        // rows, parts of rows counted as such
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

  // Internal units; below 0 if the search did not compute it.
  double child_weight(std::size_t child) const {
    return child == 0 || split.left_weight < 0 ? split.left_weight
                                               : node.summary.weight - split.left_weight;
  }
  // Sends missing values to the child with most of the weight.
  void route_missing() {
    const std::size_t child = heaviest(
        children.size(), [&](std::size_t c) -> const NodeSummary& { return children[c].summary; });
    split.missing_left = child == 0;
    split.missing_child = static_cast<std::uint32_t>(child);
  }
  // So that a row subset goes with the last node that needs it.
  void release_subsets() {
    node.subset.reset();
    for (OpenNode& child : children) child.subset.reset();
  }
};

inline std::uint64_t child_key(std::uint64_t parent, std::uint64_t number) {
  return derive_key(parent, (std::uint64_t{1} << 40) + number);
}

// A node of `n_rows`, parts of rows counted as such.
template <class Node>
bool may_split(const TreeOptions& options, const Node& node, int depth, double n_rows) {
  const auto min_rows = static_cast<double>(options.min_split_size());
  constexpr double kRounding = 1e-6;  // of parts of rows
  return !node.pure && depth < options.max_depth && n_rows >= min_rows - kRounding &&
         node.weight >= 2 * options.min_weight_leaf;
}

// Last in, first out; or, with a limit on leaves, the largest gain first (of equals, the first
// made), or level by level.
class Frontier {
  bool limited() const { return max_leaf_nodes_ != kNoLimit; }
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
    ready->release_subsets();
    spare_.push_back(std::move(ready));
  }

  void push(Ready ready) {
    nodes_.push_back(std::move(ready));
    if (limited()) std::push_heap(nodes_.begin(), nodes_.end(), later());
  }

  // A node whose children would be too many stays a leaf, which is told of it. Null if none is
  // left.
  template <class OnLeaf>
  Ready pop(std::size_t n_leaves, OnLeaf&& on_leaf) {
    while (!nodes_.empty()) {
      if (limited()) std::pop_heap(nodes_.begin(), nodes_.end(), later());
      Ready ready = std::move(nodes_.back());
      nodes_.pop_back();
      if (!limited() || n_leaves + ready->children.size() <= max_leaf_nodes_ + 1) return ready;
      on_leaf(ready->node);
    }
    return nullptr;
  }

 private:
  std::size_t max_leaf_nodes_;
  bool by_level_;
  std::vector<Ready> nodes_, spare_;
};

}  // namespace spinney
