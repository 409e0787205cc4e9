// Trees made ready for a forest.
#pragma once

#include <vector>

#include "model/forest.h"

namespace spinney {

// Adds a tree to a forest of its shape: packed if rows walk it by comparisons and sets alone, else
// as it is.
void pack_into(Forest& forest, const Tree& tree);

// At least one tree; all of one shape.
Forest pack_forest(const std::vector<const Tree*>& trees);

}  // namespace spinney
