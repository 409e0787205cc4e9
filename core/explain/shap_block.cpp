#include "explain/shap_block.h"

#include <algorithm>
#include <cmath>

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
    for (const auto f : tree->surrogates.feature) use(f);
  }
}

ShapBlock::ShapBlock(const Table& table, const ShapSlots& slots, const ShapOutput& out,
                     std::size_t n_groups)
    : table_(table),
      slots_(slots),
      out_(out),
      n_groups_(n_groups),
      cells_(slots.feature.size() * n_groups),
      has_missing_(slots.feature.size()),
      values_(n_groups * slots.player.size() * out.n_outputs),
      pairs_(out.pairs == nullptr ? 0 : values_.size() * slots.player.size()) {}

void ShapBlock::load(std::size_t first_row) {
  first_row_ = first_row;
  n_used_ = std::min(n_rows(), table_.n_rows - first_row);
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
  each_sum([](double& stored, double& sum) { sum = stored; });
}

void ShapBlock::store() {
  each_sum([](double& stored, double& sum) { stored = sum; });
}

// Calls copy(stored, sum) for all sums of the rows.
template <class Copy>
void ShapBlock::each_sum(Copy&& copy) {
  const std::size_t n_slots = slots_.player.size(), k = out_.n_outputs;
  for (std::size_t i = 0; i < n_used_; ++i) {
    const std::size_t group = i / kShapLanes, lane = i % kShapLanes, row = first_row_ + i;
    for (std::size_t s = 0; s < n_slots; ++s) {
      const std::size_t f = row * out_.n_players + slots_.player[s];
      for (std::size_t j = 0; j < k; ++j)
        copy(out_.values[f * k + j],
             reinterpret_cast<double*>(&values_[(group * n_slots + s) * k + j])[lane]);
      for (std::size_t other = 0; other < n_slots && !pairs_.empty(); ++other)
        for (std::size_t j = 0; j < k; ++j)
          copy(out_.pairs[(f * out_.n_players + slots_.player[other]) * k + j],
               reinterpret_cast<double*>(
                   &pairs_[((group * n_slots + s) * n_slots + other) * k + j])[lane]);
    }
  }
}

// Sets the child of a row at a split. Rows that are divided or follow a surrogate become inactive.
void ShapBlock::decide_lane(const ShapTree& tree, std::size_t split, std::size_t group,
                            std::size_t lane, LaneWords& active) {
  const std::uint32_t node = tree.splits()[split].node;
  const Decision decision = decide(tree.tree(), node, table_,
                                   [&](std::size_t feature) { return cell(group, lane, feature); });
  if (decision.action == Decision::all || decision.by_surrogate()) active.v[lane] = 0;
  child_[split].v[lane] =
      decision.action == Decision::stop ? tree.tree().n_children[node] : decision.child;
}

void ShapBlock::decide_lanes(const ShapTree& tree, std::size_t group, LaneWords& active) {
  for (std::size_t i = 0; i < tree.splits().size(); ++i) {
    const ShapSplit& split = tree.splits()[i];
    const std::size_t slot = slots_.feature_slot[split.feature];
    const bool number = !std::isnan(split.threshold);
    if (number && (!has_missing_[slot] || split.missing_child >= 0)) continue;
    for (std::size_t lane = 0; lane < kShapLanes; ++lane)
      if (active.v[lane] != 0 && (!number || std::isnan(cells(group, slot).v[lane])))
        decide_lane(tree, i, group, lane, active);
  }
}

void ShapBlock::add_row(const ShapTree& tree, std::size_t group, std::size_t lane,
                        const ShapSums& sums) {
  decision_.clear();
  for (const ShapSplit& split : tree.splits())
    decision_.push_back(decide(tree.tree(), split.node, table_,
                               [&](std::size_t feature) { return cell(group, lane, feature); }));
  row_.add(tree, decision_.data(), lane, sums);
}

void ShapBlock::add(const ShapTree& tree, std::size_t first_output) {
  const std::size_t n_slots = slots_.player.size(), k = out_.n_outputs;
  if (child_.size() < tree.splits().size()) child_.resize(tree.splits().size());
  for (std::size_t group = 0; group * kShapLanes < n_used_; ++group) {
    const ShapSums sums{slots_.player_slot.data(),
                        n_slots,
                        k,
                        first_output,
                        &values_[group * n_slots * k],
                        pairs_.empty() ? nullptr : &pairs_[group * n_slots * n_slots * k]};
    LaneWords active;
    for (std::size_t lane = 0; lane < kShapLanes; ++lane)
      active.v[lane] = group * kShapLanes + lane < n_used_ ? -1 : 0;
    const LaneWords exist = active;
    ShapLanes::decide(tree, slots_.feature_slot.data(), &cells_[group], n_groups_, child_.data());
    decide_lanes(tree, group, active);
    lanes_.add(tree, child_.data(), active, sums);
    for (std::size_t lane = 0; lane < kShapLanes; ++lane)
      if (exist.v[lane] != active.v[lane]) add_row(tree, group, lane, sums);
  }
}

}  // namespace spinney
