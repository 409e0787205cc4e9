// Cells of the features: sets of values that no split of some trees separates.
#pragma once

#include <cstdint>
#include <vector>

#include "data/table.h"
#include "model/tree.h"

namespace spinney {

// The cells [first, last).
struct CellRange {
  std::uint32_t first, last;
};

// A number has a cell between two neighboring cuts, (cut[i - 1], cut[i]]; a category has one cell.
// Two cells follow: missing values and unknown categories.
class FeatureCells {
 public:
  explicit FeatureCells(const Table& table)
      : table_(table),
        cuts_(table.columns.size()),
        used_(table.columns.size()),
        combined_(table.columns.size()) {}
  // Adds the splits of a tree and their surrogates; finish() follows the last tree.
  void add(const Tree& tree);
  void finish();

  std::size_t n_features() const { return cuts_.size(); }
  const std::vector<double>& cuts(std::size_t feature) const { return cuts_[feature]; }
  bool is_used(std::size_t feature) const { return used_[feature]; }
  // The features of splits on several features, which have no cells.
  const std::vector<std::uint8_t>& combined() const { return combined_; }
  std::uint32_t n_values(std::size_t feature) const;
  std::uint32_t size(std::size_t feature) const { return n_values(feature) + 2; }
  std::uint32_t cell(std::size_t feature, double value) const;

  // The cells that go to each child of a split, and last those that stop at it. Returns false if a
  // cell is divided or its child depends on other features; absent values count only if they
  // occur (occurs: missing, unknown).
  bool split_cells(const Tree& tree, std::uint32_t node, const bool* occurs,
                   std::vector<std::vector<CellRange>>& cells) const;

 private:
  bool add_cell(const Tree& tree, std::uint32_t node, std::uint32_t cell, double value,
                std::vector<std::vector<CellRange>>& cells) const;

  const Table& table_;
  std::vector<std::vector<double>> cuts_;
  std::vector<std::uint8_t> used_, combined_;
};

// The cells in both lists of ascending ranges.
std::vector<CellRange> intersect(const std::vector<CellRange>& a, const std::vector<CellRange>& b);

}  // namespace spinney
