// Path-dependent SHAP values of sums of trees.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "explain/pair_cells.h"
#include "model/tree.h"

namespace spinney {

struct ShapOutput {
  std::vector<std::uint32_t> player;  // of each feature: itself, or its group
  std::size_t n_players, n_outputs;
  double* base;    // outputs: the value when no feature is known
  double* values;  // rows x players x outputs
  double* pairs;   // rows x cells x outputs, see finish_interactions(); or null
  PairCells cells;
};

// Adds the SHAP values of trees to the output. A tree with one value per leaf adds to output
// i % n_outputs, where i is its index plus first; other trees have a value for every output.
void add_shap_values(const std::vector<const Tree*>& trees, std::size_t first, const Table& table,
                     int n_threads, Interrupt& interrupt, const ShapOutput& out);

// Completes the interaction values of all pairs after all trees were added: the matrix of each row
// becomes symmetric, with half of the interaction of two players in each of their cells, and its
// rows sum to the SHAP values.
void finish_interactions(std::size_t n_rows, int n_threads, Interrupt& interrupt,
                         const ShapOutput& out);

}  // namespace spinney
