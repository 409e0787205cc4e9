// Nodes of the exact grower, before and after the search for their split.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "grow/growth_rules.h"
#include "grow/options.h"
#include "grow/row_subset.h"

namespace spinney {

// An open node: its rows are assigned, its split has not been searched.
struct OpenNode {
  std::int32_t id = 0;                // in the builder
  std::shared_ptr<RowSubset> subset;  // the rows are the range [begin, end) of this subset
  std::size_t begin = 0, end = 0;
  int depth = 0;
  std::uint64_t key = 0;  // for random numbers
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  NodeSummary summary;
  double effective_rows = 0;        // number of rows, with fractions of rows
  std::vector<std::uint32_t> path;  // features of the splits above, if interactions are constrained

  std::size_t size() const { return end - begin; }
};

template <class Node>
bool may_split(const TreeOptions& options, const Node& node, int depth, double n_rows) {
  return !node.pure && may_split(options, depth, n_rows, node.weight, options.min_weight_leaf);
}

// A node whose split has been found and whose rows are partitioned, but which is still a leaf of
// the tree.
struct ReadyNode {
  OpenNode node;
  Split split;
  double gain = 0;
  std::vector<OpenNode> children;

  // In internal units; below 0 if the search did not compute it.
  double child_weight(std::size_t child) const {
    return child == 0 || split.left_weight < 0 ? split.left_weight
                                               : node.summary.weight - split.left_weight;
  }
  // Sends missing values to the child with the largest weight.
  void route_missing() {
    const std::size_t child = heaviest(
        children.size(), [&](std::size_t c) -> const NodeSummary& { return children[c].summary; });
    split.missing_left = child == 0;
    split.missing_child = static_cast<std::uint32_t>(child);
  }
  // Restricts the children of a split on a feature with this monotone direction.
  void bound_values(int direction) {
    OpenNode &left = children[0], &right = children[1];
    const std::size_t at = left.subset->data.targets.classification() ? 1 : 0;
    bound_children(direction, left.summary.value[at], right.summary.value[at], left, right);
    clip_value(left);
    clip_value(right);
  }
  void extend_paths() {
    for (OpenNode& child : children) child.path = extended_path(node.path, split.feature);
  }

 private:
  static void clip_value(OpenNode& node) {
    auto& value = node.summary.value;
    if (!node.subset->data.targets.classification()) {
      value[0] = std::clamp(value[0], node.lower, node.upper);
    } else if (value.size() == 2) {
      value[1] = std::clamp(value[1], node.lower, node.upper);
      value[0] = 1 - value[1];
    }
  }
};

// Ready nodes that are reused, to avoid allocations.
class ReadyNodePool {
 public:
  using Ready = std::unique_ptr<ReadyNode>;

  Ready take() {
    if (spare_.empty()) return std::make_unique<ReadyNode>();
    Ready ready = std::move(spare_.back());
    spare_.pop_back();
    return ready;
  }
  void give_back(Ready ready) {
    // A subset must be freed with the last node that needs it.
    ready->node.subset.reset();
    for (OpenNode& child : ready->children) child.subset.reset();
    spare_.push_back(std::move(ready));
  }

 private:
  std::vector<Ready> spare_;
};

}  // namespace spinney
