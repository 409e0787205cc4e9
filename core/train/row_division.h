// Divides training rows among the children of a node, for trees that are being pruned.
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

// The rows of an inner node, divided.
struct RowDivision {
  std::vector<RowShares> children;                // rows that the search used come first
  std::vector<std::size_t> n_known;               // the number of those, per child
  std::map<std::uint32_t, RowShares> new_levels;  // categories without a child
  RowShares stopped;
};
RowDivision divide_rows(const Tree& tree, std::size_t node, const Table& table,
                        const RowShares& rows);

// Class weights of all outputs, concatenated, and the total weight.
struct ClassSums {
  std::vector<double> classes;
  double weight = 0;

  ClassSums(const Tree& tree, const TargetView& target, const RowShare* rows, std::size_t n);
  ClassSums(const Tree& tree, const TargetView& target, const RowShares& rows)
      : ClassSums(tree, target, rows.data(), rows.size()) {}
};

// Weight of the rows outside the majority class of `result`; the mean over outputs.
double errors_by(const Tree& tree, const ClassSums& rows, const ClassSums& result);

}  // namespace spinney
