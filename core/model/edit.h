// Changes of a tree in place. Unreachable nodes remain until copy_tree() drops them.
#pragma once

#include <vector>

#include "base/term.h"
#include "model/tree.h"

namespace spinney {

// Copies all entries of node `from` to node `to`, including its children.
void copy_node(Tree& t, std::size_t to, std::size_t from);

void make_leaf(Tree& t, std::size_t node);

// Replaces the terms of all leaves; `terms` has an entry per node.
void set_leaf_terms(Tree& t, const std::vector<std::vector<Term>>& terms);

// Multiplies or divides the values of all nodes, and the factors of leaves.
void scale_values(Tree& t, double factor);
void divide_values(Tree& t, double divisor);

// Adds leaves for categories (ascending) that a node has no child for. Its children move to the end
// of the tree, followed by the new leaves.
void add_levels(Tree& t, std::size_t node, const std::vector<std::uint32_t>& levels);

}  // namespace spinney
