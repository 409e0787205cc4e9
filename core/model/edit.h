// Changes of a tree in place. Unreachable nodes remain until copy_tree() drops them.
#pragma once

#include <vector>

#include "model/tree.h"

namespace spinney {

// Copies all entries of node `from` to node `to`, including its children.
void copy_node(Tree& t, std::size_t to, std::size_t from);

void make_leaf(Tree& t, std::size_t node);

// Adds leaves for categories (ascending) that a node has no child for. Its children move to the end
// of the tree, followed by the new leaves.
void add_levels(Tree& t, std::size_t node, const std::vector<std::uint32_t>& levels);

}  // namespace spinney
