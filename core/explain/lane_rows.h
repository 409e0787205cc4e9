// Rows in groups of eight, and where they go at the splits of a tree.
#pragma once

#include <vector>

#include "data/table.h"
#include "explain/shap.h"
#include "explain/shap_lanes.h"

namespace spinney {

// The features that trees use and their players, numbered by slots.
struct ShapSlots {
  ShapSlots(const std::vector<const Tree*>& trees, const ShapOutput& out);

  std::vector<std::uint32_t> feature_slot, player_slot;
  std::vector<std::uint32_t> feature, player;  // by slot
};

class LaneRows {
 public:
  LaneRows(const Table& table, const ShapSlots& slots, std::size_t n_groups);

  // Reads the cells of the rows from first_row on.
  void load(std::size_t first_row);
  std::size_t first_row() const { return first_row_; }
  std::size_t n_used() const { return n_used_; }  // rows that exist
  std::size_t n_groups_used() const { return (n_used_ + kShapLanes - 1) / kShapLanes; }
  const Table& table() const { return table_; }
  const ShapSlots& slots() const { return slots_; }

  double cell(std::size_t group, std::size_t lane, std::size_t feature) const {
    return slot_cell(group, lane, slots_.feature_slot[feature]);
  }
  double slot_cell(std::size_t group, std::size_t lane, std::size_t slot) const {
    return cells(group, slot).v[lane];
  }
  // Masks of the rows of a group that exist.
  LaneWords existing(std::size_t group) const;
  // Sets the child of each row of a group at each split; the number of children if it stops.
  // Returns masks of the existing rows that are neither divided nor follow a surrogate; the
  // children of other rows are not valid.
  LaneWords decide(const ShapPaths& paths, std::size_t group, LaneWords* child) const;

 private:
  const LaneNumbers& cells(std::size_t group, std::size_t slot) const {
    return cells_[slot * n_groups_ + group];
  }
  void decide_lane(const ShapPaths& paths, std::size_t split, std::size_t group, std::size_t lane,
                   LaneWords* child, LaneWords& active) const;

  const Table& table_;
  const ShapSlots& slots_;
  std::size_t n_groups_, first_row_ = 0, n_used_ = 0;
  std::vector<LaneNumbers> cells_;         // features x groups
  std::vector<std::uint8_t> has_missing_;  // features
};

}  // namespace spinney
