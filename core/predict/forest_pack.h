// Packing trees into a forest.
#pragma once

#include <vector>

#include "base/term.h"
#include "model/forest.h"

namespace spinney {

// Adds a tree to a forest of its shape: packed if is_plain(tree), else unchanged.
void pack_into(Forest& forest, const Tree& tree);

// Requires at least one tree; all must have the same shape.
Forest pack_forest(const std::vector<const Tree*>& trees);

// The same for trees with nodes in any order. Predicts the same, but nodes are numbered level by
// level, statistics of inner nodes are lost, and packed trees have no terms of linear leaves.
Forest pack_for_prediction(const std::vector<const Tree*>& trees);

// The terms of linear leaves: [first[i], first[i + 1]) for leaf i, in the order of packed trees.
// Empty if all leaves are constant.
struct LeafTerms {
  std::vector<std::uint32_t> first;
  std::vector<Term> terms;
};
LeafTerms leaf_terms_of(const Tree& tree);

}  // namespace spinney
