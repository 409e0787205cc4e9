#include "explain/shap_lanes.h"

namespace spinney {
namespace {

#define SPINNEY_KERNEL "explain/shap_walk.h"
#include "base/each_target.h"

template <class T>
T* at_least(std::vector<T>& items, std::size_t n) {
  if (items.size() < n) items.resize(n);
  return items.data();
}

}  // namespace

void ShapLanes::decide(const ShapPaths& paths, const std::uint32_t* slot, const LaneNumbers* cells,
                       std::size_t cells_per_slot, LaneWords* child) {
  static const auto decide_numbers = SPINNEY_SELECT(decide_numbers);
  decide_numbers(paths.splits().data(), paths.splits().size(), cells, cells_per_slot, slot, child);
}

void ShapLanes::add(const ShapTree& tree, const LaneWords* child, const LaneWords& active,
                    const ShapSums& sums) {
  const std::size_t n = tree.n_points(), width = tree.tree().value_width();
  const std::size_t n_levels = tree.n_levels() + 1;
  const ShapWalk walk{tree.edges().data(),
                      tree.edges().size(),
                      n,
                      width,
                      tree.factors(),
                      tree.ratio_off().data(),
                      tree.tree().value.data(),
                      child,
                      sums,
                      at_least(levels_, n_levels),
                      at_least(product_, n_levels * n),
                      at_least(ratio_, n_levels * n),
                      at_least(below_, n_levels * n * width),
                      at_least(gain_, n)};
  for (std::size_t lane = 0; lane < kShapLanes; ++lane) {
    levels_[0].on.v[lane] = -1;
    for (std::size_t k = 0; k < n; ++k) {
      product_[k].v[lane] = active.v[lane] != 0 ? tree.quadrature().weight[k] : 0;
      ratio_[k].v[lane] = 0;
    }
  }
  static const auto run = SPINNEY_SELECT(run);
  run(walk);
}

}  // namespace spinney
