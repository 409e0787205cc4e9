#include "explain/pattern_lanes.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define SPINNEY_X86_DISPATCH
#endif

namespace spinney {
namespace {

#ifdef SPINNEY_X86_DISPATCH
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq")
namespace avx512 {
#include "explain/pattern_walk.h"
}
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#include "explain/pattern_walk.h"
}
#pragma GCC pop_options
#endif
namespace any_cpu {
#include "explain/pattern_walk.h"
}

// The functions for the instruction set of this CPU; all give identical results.
struct Engine {
  decltype(&any_cpu::count) count = any_cpu::count;
  decltype(&any_cpu::add) add = any_cpu::add;
};

Engine select_engine() {
#ifdef SPINNEY_X86_DISPATCH
  if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return {avx512::count, avx512::add};
  if (__builtin_cpu_supports("avx2")) return {avx2::count, avx2::add};
#endif
  return {};
}

const Engine& engine() {
  static const Engine selected = select_engine();
  return selected;
}

}  // namespace

PatternWalk PatternLanes::walk(const PatternTables& tables, const LaneWords* child,
                               const LaneWords& active) {
  const Tree& tree = tables.paths().tree();
  const std::size_t n_levels = tables.paths().n_levels() + 1;
  if (levels_.size() < n_levels) levels_.resize(n_levels);
  levels_[0].on.v = ~LaneWords::Vector{};
  levels_[0].pattern.v = LaneWords::Vector{};
  return {tables.edges().data(),
          tables.edges().size(),
          tables.leaves().data(),
          tables.players().data(),
          tables.rows().data(),
          tables.pairs(),
          tree.value.data(),
          tree.value_width(),
          child,
          active,
          levels_.data()};
}

void PatternLanes::count(const PatternTables& tables, const LaneWords* child,
                         const LaneWords& active, const LaneNumbers& weight, double* counts) {
  engine().count(walk(tables, child, active), weight, counts);
}

void PatternLanes::add(const PatternTables& tables, const LaneWords* child, const LaneWords& active,
                       const ShapSums& sums) {
  engine().add(walk(tables, child, active), sums);
}

}  // namespace spinney
