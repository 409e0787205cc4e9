// SHAP values of the terms of linear leaves; the other engines compute those of the leaf values.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/interventional.h"
#include "explain/quadrature.h"
#include "explain/shap.h"
#include "explain/shapley_weights.h"

namespace spinney {

// Adds the values of the terms of a tree to an output. A player that is not known takes the center
// of the leaf, so its terms are 0. In each leaf a term is a product of one factor per player, whose
// factor for its own player is 0 while that player is not known.
void add_linear_values(const Tree& tree, std::size_t output, const Table& table, int n_threads,
                       Interrupt& interrupt, const ShapOutput& out);

// The same for players that take the values of background rows while they are not known. The base
// is not changed: it is the mean of predictions, which include the terms.
void add_linear_interventional(const Tree& tree, std::size_t output, const Table& table,
                               const Background& background, int n_threads, Interrupt& interrupt,
                               const ShapOutput& out);

// A tree with linear leaves and the rows of a table in it.
class LinearTree {
 public:
  LinearTree(const Tree& tree, const Table& table);

  // The child of a row at every split; -1: it stops there, -2: it is divided.
  void decide(std::size_t row, std::int32_t* child) const;
  // The terms of the tree, all of them, for a row.
  void evaluate(std::size_t row, double* terms) const;

 private:
  const Tree& tree_;
  const Table& table_;
};

// Where the values of a row are added.
struct RowOutput {
  const ShapOutput& out;
  std::size_t row, output;

  void add(std::uint32_t player, double value) const {
    out.values[(row * out.n_players + player) * out.n_outputs + output] += value;
  }
  // The interaction of two players.
  void add(std::uint32_t a, std::uint32_t b, double value) const {
    const std::size_t cell = out.cells.at(a, b);
    if (cell != PairCells::kNone)
      out.pairs[(row * out.cells.size() + cell) * out.n_outputs + output] += value;
  }
};

}  // namespace spinney
