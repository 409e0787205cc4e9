// A block of rows whose SHAP values are computed by one thread.
#pragma once

#include <vector>

#include "explain/lane_sums.h"
#include "explain/shap_row.h"

namespace spinney {

class ShapBlock {
 public:
  // n_groups: the number of groups of eight rows.
  ShapBlock(const Table& table, const ShapSlots& slots, const ShapOutput& out,
            std::size_t n_groups);

  // Reads the cells of the rows from first_row on, and their sums so far.
  void load(std::size_t first_row);
  void add(const ShapTree& tree, std::size_t first_output);
  void store() { sums_.store(); }

 private:
  void add_row(const ShapTree& tree, std::size_t group, std::size_t lane, const ShapSums& sums);

  LaneRows rows_;
  LaneSums sums_;
  std::vector<LaneWords> child_;    // splits
  std::vector<Decision> decision_;  // splits, of one row
  ShapLanes lanes_;
  ShapRow row_;
};

}  // namespace spinney
