// Changes of a tree in place. Nodes that nobody leads to any more stay until copy_tree() leaves
// them behind.
#pragma once

#include <vector>

#include "model/tree.h"

namespace spinney {

// Everything that node `from` says of itself, its children too, is said by node `to`.
void copy_node(Tree& t, std::size_t to, std::size_t from);

void make_leaf(Tree& t, std::size_t node);

// Leaves for levels (ascending) that a node had no child for, behind its children, who move to the
// end of the tree with them.
void add_levels(Tree& t, std::size_t node, const std::vector<std::uint32_t>& levels);

}  // namespace spinney
