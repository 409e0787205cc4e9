// Training rows on their way down a tree that is being changed: how a node divides them among its
// children.
#pragma once

#include <map>
#include <vector>

#include "data/table.h"
#include "model/tree.h"
#include "train/cart.h"

namespace spinney {

struct RowShare {
  Row row;
  double weight;
};
using RowShares = std::vector<RowShare>;

// What becomes of rows at a node that asks a question.
struct RowDivision {
  std::vector<RowShares> children;                // rows that had a part in the search first
  std::vector<std::size_t> n_known;               // so many of each child's
  std::map<std::uint32_t, RowShares> new_levels;  // levels that the node has no child for
  RowShares stopped;
};
RowDivision divide_rows(const Tree& tree, std::size_t node, const Table& table,
                        const RowShares& rows);

// Weights of classes, all outputs one after another, and of all rows.
struct ClassSums {
  std::vector<double> classes;
  double weight = 0;

  ClassSums(const Tree& tree, const TargetView& target, const RowShare* rows, std::size_t n);
  ClassSums(const Tree& tree, const TargetView& target, const RowShares& rows)
      : ClassSums(tree, target, rows.data(), rows.size()) {}
};

// Weight of the rows whose class is not the largest of `result`; the mean over outputs.
double errors_by(const Tree& tree, const ClassSums& rows, const ClassSums& result);

}  // namespace spinney
