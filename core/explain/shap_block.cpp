#include "explain/shap_block.h"

namespace spinney {

ShapBlock::ShapBlock(const Table& table, const ShapSlots& slots, const ShapOutput& out,
                     std::size_t n_groups)
    : rows_(table, slots, n_groups), sums_(slots, out, n_groups) {}

void ShapBlock::load(std::size_t first_row) {
  rows_.load(first_row);
  sums_.load(first_row, rows_.n_used());
}

void ShapBlock::add_row(const ShapTree& tree, std::size_t group, std::size_t lane,
                        const ShapSums& sums) {
  decision_.clear();
  for (const ShapSplit& split : tree.splits())
    decision_.push_back(decide(tree.tree(), split.node, rows_.table(), [&](std::size_t feature) {
      return rows_.cell(group, lane, feature);
    }));
  row_.add(tree, decision_.data(), lane, sums);
}

// Rows that are divided or follow a surrogate are added by ShapRow.
void ShapBlock::add(const ShapTree& tree, std::size_t first_output) {
  if (child_.size() < tree.splits().size()) child_.resize(tree.splits().size());
  for (std::size_t group = 0; group < rows_.n_groups_used(); ++group) {
    const ShapSums sums = sums_.of_group(group, first_output);
    const LaneWords active = rows_.decide(tree, group, child_.data());
    lanes_.add(tree, child_.data(), active, sums);
    const LaneWords exist = rows_.existing(group);
    for (std::size_t lane = 0; lane < kShapLanes; ++lane)
      if (exist.v[lane] != active.v[lane]) add_row(tree, group, lane, sums);
  }
}

}  // namespace spinney
