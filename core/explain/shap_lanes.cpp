#include "explain/shap_lanes.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define SPINNEY_X86_DISPATCH
#endif

namespace spinney {
namespace {

#ifdef SPINNEY_X86_DISPATCH
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq")
namespace avx512 {
#include "explain/shap_walk.h"
}
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#include "explain/shap_walk.h"
}
#pragma GCC pop_options
#endif
namespace any_cpu {
#include "explain/shap_walk.h"
}

// The functions for the instruction set of this CPU. Multiply-add is never fused, so all give
// identical results.
struct Engine {
  decltype(&any_cpu::run) run = any_cpu::run;
  decltype(&any_cpu::decide_numbers) decide = any_cpu::decide_numbers;
};

Engine select_engine() {
#ifdef SPINNEY_X86_DISPATCH
  if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return {avx512::run, avx512::decide_numbers};
  if (__builtin_cpu_supports("avx2")) return {avx2::run, avx2::decide_numbers};
#endif
  return {};
}

const Engine& engine() {
  static const Engine selected = select_engine();
  return selected;
}

template <class T>
T* at_least(std::vector<T>& items, std::size_t n) {
  if (items.size() < n) items.resize(n);
  return items.data();
}

}  // namespace

void ShapLanes::decide(const ShapPaths& paths, const std::uint32_t* slot, const LaneNumbers* cells,
                       std::size_t cells_per_slot, LaneWords* child) {
  engine().decide(paths.splits().data(), paths.splits().size(), cells, cells_per_slot, slot, child);
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
  engine().run(walk);
}

}  // namespace spinney
