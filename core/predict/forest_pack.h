// Packing trees into a forest.
#pragma once

#include <vector>

#include "model/forest.h"

namespace spinney {

// Adds a tree to a forest of its shape: packed if is_plain(tree), else unchanged.
void pack_into(Forest& forest, const Tree& tree);

// Requires at least one tree; all must have the same shape.
Forest pack_forest(const std::vector<const Tree*>& trees);

// The same for trees with nodes in any order. Predicts the same, but nodes are numbered level by
// level, and statistics of inner nodes are lost.
Forest pack_for_prediction(const std::vector<const Tree*>& trees);

}  // namespace spinney
