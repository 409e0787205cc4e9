// A tree under construction: one record per node, so that adding a node writes one cache line
// instead of one entry in each array.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "model/tree.h"

namespace spinney {

// The node arrays of Tree as a record; initially a leaf. One cache line.
struct alignas(64) DraftNode {
  double threshold = -2;
  double gain = 0, impurity = 0,
         weight = 0;  // NaN impurity: impurity and value are derived from the children
  std::int64_t count = 0;
  std::int32_t feature = -2;
  std::int32_t first_child = -1;
  std::uint32_t n_children = 0;
  std::uint32_t missing_child : 28 = 0;
  NodeKind kind : 4 = NodeKind::leaf;
  std::uint32_t set_first = 0, set_length = 0;
};
static_assert(sizeof(DraftNode) == 64);

struct Draft {
  std::vector<DraftNode> nodes;
  Tree rest;  // everything but the node arrays
};

// A node of a draft.
struct NodeRef {
  const Draft* draft;
  std::size_t node;

  const DraftNode& operator*() const { return draft->nodes[node]; }
  const DraftNode* operator->() const { return &**this; }
  const double* value(std::size_t width) const { return &draft->rest.value[node * width]; }
};

// Statistics that the tree does not have are 0.
DraftNode node_of(const Tree& tree, std::size_t node);
Draft draft_of(const Tree& tree);

// The draft that replaces a node of the main draft, or null.
using Replaced = std::function<const Draft*(std::size_t)>;

// Calls use(node) for every node, level by level, and descends below nodes for which `descend`
// holds. `n_nodes`: the maximum number of nodes.
template <class Use, class Descend>
void each_by_level(const Draft& draft, std::size_t n_nodes, const Replaced& replaced,
                   Descend&& descend, Use&& use) {
  const auto nodes = std::make_unique_for_overwrite<NodeRef[]>(n_nodes);
  nodes[0] = {&draft, 0};
  const std::size_t width = draft.rest.value_width();
  // Nodes of a level are far apart in a draft, so they are prefetched.
  constexpr std::size_t kAhead = 12;
  for (std::size_t at = 0, n = 1; at < n; ++at) {
    if (at + kAhead < n) {
      __builtin_prefetch(&*nodes[at + kAhead]);
      __builtin_prefetch(nodes[at + kAhead].value(width));
    }
    if (replaced && nodes[at].draft == &draft)
      if (const Draft* other = replaced(nodes[at].node)) nodes[at] = {other, 0};
    const NodeRef node = nodes[at];
    if (descend(node))
      for (std::uint32_t c = 0; c < node->n_children; ++c)
        nodes[n++] = {node.draft, static_cast<std::size_t>(node->first_child) + c};
    use(node);
  }
}

// The tree, its nodes numbered level by level. Nodes of the main draft with `collapse` set become
// leaves; `collapse` may be empty.
Tree finish(const Draft& draft, std::size_t n_nodes, const Replaced& replaced,
            const std::vector<bool>& collapse = {});

// Assigns the next `n` alternatives to be appended to a node.
void open_alternatives(Alternatives& a, std::size_t node, std::size_t n);

}  // namespace spinney
