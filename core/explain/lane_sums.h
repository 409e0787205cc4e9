// Sums of SHAP values of rows in groups of eight.
#pragma once

#include <vector>

#include "explain/lane_rows.h"

namespace spinney {

class LaneSums {
 public:
  LaneSums(const ShapSlots& slots, const ShapOutput& out, std::size_t n_groups);

  // Reads the sums so far of n_rows rows from first_row on.
  void load(std::size_t first_row, std::size_t n_rows);
  void store();
  // Where a tree adds the values of a group.
  ShapSums of_group(std::size_t group, std::size_t first_output);

 private:
  template <class Copy>
  void each_sum(Copy&& copy);

  const ShapSlots& slots_;
  const ShapOutput& out_;
  std::size_t first_row_ = 0, n_rows_ = 0;
  std::vector<LaneNumbers> values_, pairs_;  // groups x players (x players) x outputs
  std::vector<std::size_t> cell_;            // players x players: where pairs are stored
};

// The number of groups of rows whose sums fit the cache, at most n_groups.
std::size_t groups_in_cache(const ShapSlots& slots, const ShapOutput& out, std::size_t n_groups);

}  // namespace spinney
