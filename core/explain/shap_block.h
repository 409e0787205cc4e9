// A block of rows whose SHAP values are computed by one thread.
#pragma once

#include <memory>
#include <vector>

#include "data/table.h"
#include "explain/shap.h"
#include "explain/shap_lanes.h"
#include "explain/shap_row.h"

namespace spinney {

// The features that trees use and their players, numbered by slots.
struct ShapSlots {
  ShapSlots(const std::vector<const Tree*>& trees, const ShapOutput& out);

  std::vector<std::uint32_t> feature_slot, player_slot;
  std::vector<std::uint32_t> feature, player;  // by slot
};

class ShapBlock {
 public:
  // n_groups: the number of groups of eight rows.
  ShapBlock(const Table& table, const ShapSlots& slots, const ShapOutput& out,
            std::size_t n_groups);

  std::size_t n_rows() const { return n_groups_ * kShapLanes; }
  // Reads the cells of the rows from first_row on, and their sums so far.
  void load(std::size_t first_row);
  void add(const ShapTree& tree, std::size_t first_output);
  void store();

 private:
  const LaneNumbers& cells(std::size_t group, std::size_t slot) const {
    return cells_[slot * n_groups_ + group];
  }
  double cell(std::size_t group, std::size_t lane, std::size_t feature) const {
    return cells(group, slots_.feature_slot[feature]).v[lane];
  }
  void decide_lanes(const ShapTree& tree, std::size_t group, LaneWords& active);
  void decide_lane(const ShapTree& tree, std::size_t split, std::size_t group, std::size_t lane,
                   LaneWords& active);
  void add_row(const ShapTree& tree, std::size_t group, std::size_t lane, const ShapSums& sums);
  template <class Copy>
  void each_sum(Copy&& copy);

  const Table& table_;
  const ShapSlots& slots_;
  const ShapOutput& out_;
  std::size_t n_groups_, first_row_ = 0, n_used_ = 0;  // n_used_: rows that exist
  std::vector<LaneNumbers> cells_;                     // features x groups
  std::vector<std::uint8_t> has_missing_;              // features
  std::vector<LaneNumbers> values_, pairs_;            // groups x players (x players) x outputs
  std::vector<LaneWords> child_;                       // splits
  std::vector<Decision> decision_;                     // splits, of one row
  ShapLanes lanes_;
  ShapRow row_;
};

}  // namespace spinney
