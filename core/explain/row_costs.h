// What it costs to move one row to other cells.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/cell_trees.h"

namespace spinney {

// A range of cells of each feature, with the smallest cost in each.
struct CellBox {
  std::vector<CellRange> range;
  std::vector<double> cost;
  double total = 0;  // of the costs
};

class RowCosts {
 public:
  // costs: features x cells, infinite for cells that are not allowed; own: the cells of the row,
  // which cost nothing. At most max_changes features may leave their cells.
  RowCosts(const CellTrees& trees, std::vector<std::vector<double>> costs,
           std::vector<std::uint32_t> own, std::size_t max_changes);

  double cost(std::size_t feature, std::uint32_t cell) const { return costs_[feature][cell]; }
  std::uint32_t own(std::size_t feature) const { return own_[feature]; }
  const std::vector<std::uint32_t>& own() const { return own_; }
  std::size_t max_changes() const { return max_changes_; }
  // The smallest cost of the cells of an edge.
  double edge(std::size_t edge) const { return edge_[edge]; }
  double total(const std::vector<std::uint32_t>& point) const;
  std::size_t n_changes(const std::vector<std::uint32_t>& point) const;
  bool allows_changes(const std::vector<std::uint32_t>& point) const {
    return n_changes(point) <= max_changes_;
  }

  const CellBox& all() const { return all_; }  // every allowed cell
  double smallest(std::size_t feature, CellRange range) const;
  std::uint32_t cheapest(std::size_t feature, CellRange range) const;
  // Restricts a feature to a range; returns false if no point is left.
  bool restrict_to(CellBox& box, std::size_t feature, CellRange range) const;
  // Removes cells at the ends of the ranges whose points cost at least `limit`, and those that
  // would change too many features. Returns false if no point is left.
  bool shrink(CellBox& box, double limit) const;

 private:
  std::vector<std::vector<double>> costs_, before_, after_;  // smallest up to, and from, a cell
  std::vector<std::uint32_t> own_;
  std::size_t max_changes_;
  std::vector<double> edge_;
  CellBox all_;
};

}  // namespace spinney
