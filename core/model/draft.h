// A tree while it is made: what is known of a node lies together, so that a new node is one step, not one per array.
#pragma once

#include <functional>
#include <vector>

#include "model/tree.h"

namespace spinney {

// As the arrays of Tree have it; a leaf at first.
struct DraftNode {
  NodeKind kind = NodeKind::leaf;
  std::int32_t feature = -2;
  double threshold = -2;
  std::int32_t first_child = -1;
  std::uint32_t n_children = 0, missing_child = 0;
  std::uint32_t set_first = 0, set_length = 0;
  double gain = 0, impurity = 0, weight = 0;
  std::int64_t count = 0;
};

struct Draft {
  std::vector<DraftNode> nodes;
  Tree rest;  // all but the arrays that nodes stand for
};

Draft draft_of(const Tree& tree);

// The tree, its nodes numbered level by level, whatever the order in which they were made. In place of a node for which
// `replaced` is not null that draft's root is taken; of these, only the first draft is asked. Nodes with `collapse` set
// (if it is not empty) become leaves.
Tree finish(const Draft& draft, const std::function<const Draft*(std::size_t)>& replaced,
            const std::vector<bool>& collapse = {});

// Makes what is appended next the alternatives of a node.
void open_alternatives(Alternatives& a, std::size_t node, std::size_t n);

}  // namespace spinney
