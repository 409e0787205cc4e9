// Path-dependent partial dependence: the expected value of trees when only some features are known.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/tree.h"

namespace spinney {

// Adds the expected values of a tree for the rows of a grid: rows x value_width(). A split on a
// known feature sends a row to a child; other splits, and missing values that are divided or follow
// surrogates, send it to all children by their weights. Throws for splits that combine a known
// feature with others.
void add_path_dependence(const Tree& tree, const Table& grid, const std::vector<bool>& known,
                         int n_threads, Interrupt& interrupt, double* values);

}  // namespace spinney
