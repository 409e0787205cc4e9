#include "explain/lane_rows.h"

#include <algorithm>
#include <cmath>

#include "predict/split_decision.h"

namespace spinney {
namespace {

constexpr std::uint32_t kNoSlot = 0xFFFFFFFFu;

}  // namespace

ShapSlots::ShapSlots(const std::vector<const Tree*>& trees, const ShapOutput& out)
    : feature_slot(out.player.size(), kNoSlot), player_slot(out.n_players, kNoSlot) {
  const auto add = [](std::uint32_t item, auto& slot, auto& items) {
    if (slot[item] != kNoSlot) return;
    slot[item] = static_cast<std::uint32_t>(items.size());
    items.push_back(item);
  };
  const auto use = [&](std::int32_t f) {
    if (f < 0) return;
    add(static_cast<std::uint32_t>(f), feature_slot, feature);
    add(out.player[f], player_slot, player);
  };
  for (const Tree* tree : trees) {
    for (const auto f : tree->feature) use(f);
    for (const auto f : tree->term_feature) use(f);
    for (const auto f : tree->surrogates.feature) use(f);
  }
}

LaneRows::LaneRows(const Table& table, const ShapSlots& slots, std::size_t n_groups)
    : table_(table),
      slots_(slots),
      n_groups_(n_groups),
      cells_(slots.feature.size() * n_groups),
      has_missing_(slots.feature.size()) {}

void LaneRows::load(std::size_t first_row) {
  first_row_ = first_row;
  n_used_ = std::min(n_groups_ * kShapLanes, table_.n_rows - first_row);
  for (std::size_t s = 0; s < slots_.feature.size(); ++s) {
    LaneNumbers* to = &cells_[s * n_groups_];
    bool missing = false;
    each_cell(table_.columns[slots_.feature[s]], first_row, n_used_, [&](std::size_t i, auto cell) {
      const auto x = static_cast<double>(cell);
      missing |= std::isnan(x);
      to[i / kShapLanes].v[i % kShapLanes] = x;
    });
    has_missing_[s] = missing;
  }
}

LaneWords LaneRows::existing(std::size_t group) const {
  LaneWords found;
  for (std::size_t lane = 0; lane < kShapLanes; ++lane)
    found.v[lane] = group * kShapLanes + lane < n_used_ ? -1 : 0;
  return found;
}

void LaneRows::decide_lane(const ShapPaths& paths, std::size_t split, std::size_t group,
                           std::size_t lane, LaneWords* child, LaneWords& active) const {
  const std::uint32_t node = paths.splits()[split].node;
  const Decision decision = spinney::decide(
      paths.tree(), node, table_, [&](std::size_t feature) { return cell(group, lane, feature); });
  if (decision.action == Decision::all || decision.by_surrogate()) active.v[lane] = 0;
  child[split].v[lane] =
      decision.action == Decision::stop ? paths.tree().n_children[node] : decision.child;
}

LaneWords LaneRows::decide(const ShapPaths& paths, std::size_t group, LaneWords* child) const {
  LaneWords active = existing(group);
  ShapLanes::decide(paths, slots_.feature_slot.data(), cells_.data() + group, n_groups_, child);
  for (std::size_t i = 0; i < paths.splits().size(); ++i) {
    const ShapSplit& split = paths.splits()[i];
    const std::size_t slot = slots_.feature_slot[split.feature];
    const bool number = !std::isnan(split.threshold);
    if (number && (!has_missing_[slot] || split.missing_child >= 0)) continue;
    for (std::size_t lane = 0; lane < kShapLanes; ++lane)
      if (active.v[lane] != 0 && (!number || std::isnan(cells(group, slot).v[lane])))
        decide_lane(paths, i, group, lane, child, active);
  }
  return active;
}

}  // namespace spinney
