#include "explain/pattern_lanes.h"

namespace spinney {
namespace {

#define SPINNEY_KERNEL "explain/pattern_walk.h"
#include "base/each_target.h"

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
  static const auto count_patterns = SPINNEY_SELECT(count);
  count_patterns(walk(tables, child, active), weight, counts);
}

void PatternLanes::add(const PatternTables& tables, const LaneWords* child, const LaneWords& active,
                       const ShapSums& sums) {
  static const auto add_values = SPINNEY_SELECT(add);
  add_values(walk(tables, child, active), sums);
}

}  // namespace spinney
