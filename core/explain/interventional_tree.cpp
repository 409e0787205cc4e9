#include "explain/interventional_tree.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "predict/interpreter.h"

namespace spinney {

BackgroundRows::BackgroundRows(const Background& given, const ShapSlots& slots)
    : background(given),
      rows(given.table, slots, (given.table.n_rows + kShapLanes - 1) / kShapLanes),
      total(std::accumulate(given.weight.begin(), given.weight.end(), 0.0)) {
  require(given.weight.size() == given.table.n_rows, "every background row needs a weight");
  require(total > 0, "the background has no rows, or no weight");
  rows.load(0);
}

InterventionalTree::InterventionalTree(const Tree& tree, std::size_t first_output,
                                       const ShapOutput& out, std::size_t n_background)
    : tree_(&tree), first_output_(first_output) {
  if (!has_single_features(tree)) return;
  paths_ = std::make_unique<ShapPaths>(tree, out.player, out.n_players);
  tables_ = pattern_tables(*paths_, n_background, out.pairs != nullptr);
}

void InterventionalTree::compute_base(const BackgroundRows& background) {
  const std::size_t width = tree_->value_width();
  std::vector<double> values(background.size() * width);
  Interpreter(background.background.table).predict(*tree_, 0, background.size(), values.data());
  base_.assign(width, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i)
    base_[i % width] += background.background.weight[i / width] * values[i];
  for (double& sum : base_) sum /= background.total;
}

void InterventionalTree::prepare(std::size_t part, const BackgroundRows& background,
                                 PatternLanes& lanes) {
  if (part == 0) {
    compute_base(background);
    if (tables_.empty()) {
      by_walk_.resize(background.size());
      std::iota(by_walk_.begin(), by_walk_.end(), 0u);
    }
  }
  if (tables_.empty()) return;
  std::vector<double> counts(tables_[part].n_counts());
  std::vector<LaneWords> child(paths_->splits().size());
  for (std::size_t group = 0; group < background.rows.n_groups_used(); ++group) {
    const LaneWords active = background.rows.decide(*paths_, group, child.data());
    const LaneWords exist = background.rows.existing(group);
    LaneNumbers weight{};
    for (std::size_t lane = 0; lane < kShapLanes; ++lane) {
      const std::size_t row = group * kShapLanes + lane;
      if (active.v[lane] != 0)
        weight.v[lane] = background.background.weight[row];
      else if (exist.v[lane] != 0 && part == 0)
        by_walk_.push_back(static_cast<std::uint32_t>(row));
    }
    lanes.count(tables_[part], child.data(), active, weight, counts.data());
  }
  tables_[part].compute(counts, background.total);
}

}  // namespace spinney
