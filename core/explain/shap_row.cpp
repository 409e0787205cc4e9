#include "explain/shap_row.h"

#include <algorithm>

namespace spinney {
namespace {

// The part of a row at a split that follows an edge.
double part_of(const Decision& decision, const ShapEdge& edge, std::uint32_t n_children) {
  switch (decision.action) {
    case Decision::one: return edge.child == decision.child;
    case Decision::stop: return edge.child == n_children;
    case Decision::all: break;
  }
  return edge.share;
}

}  // namespace

void ShapRow::enter(const ShapTree& tree, const ShapEdge& edge, const Decision& decision) {
  const std::size_t n = tree.n_points();
  const std::uint32_t player =
      decision.by_surrogate() ? tree.player(static_cast<std::size_t>(decision.surrogate_feature))
                              : edge.player;
  const std::uint32_t previous = last_[player];
  const double z = levels_[previous].z, o = levels_[previous].o;
  const double part =
      part_of(decision, edge, tree.tree().n_children[tree.splits()[edge.split].node]);
  const double z_next = z * edge.share, o_next = o * part;
  levels_[previous].superseded = true;
  last_[player] = edge.level;
  levels_[edge.level] = {player, previous, z_next, o_next, false};
  for (std::size_t k = 0; k < n; ++k) {
    const double t = tree.quadrature().point[k];
    const double q = (1 - t) * z + t * o, q_next = (1 - t) * z_next + t * o_next;
    product_[edge.level * n + k] = q > 0 ? product_[(edge.level - 1) * n + k] * (q_next / q) : 0;
    ratio_[edge.level * n + k] = q_next > 0 ? (o_next - z_next) / q_next : 0;
  }
}

// The sum over the points of the leaves below times both ratios.
double ShapRow::pair_sum(std::size_t level, std::size_t above, std::size_t n, std::size_t width,
                         std::size_t j) const {
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k)
    sum += below_[(level * n + k) * width + j] *
           (ratio_[level * n + k] - ratio_[levels_[level].previous * n + k]) *
           (above > 0 ? ratio_[above * n + k] : 1);
  return sum;
}

void ShapRow::leave(std::size_t level, std::size_t n, std::size_t width, std::size_t lane,
                    const ShapSums& sums) {
  const Level& done = levels_[level];
  const std::size_t slot = sums.slot[done.player];
  levels_[done.previous].superseded = false;
  last_[done.player] = done.previous;
  for (std::size_t j = 0; j < width; ++j) {
    const std::size_t output = sums.first_output + j;
    sums.values[slot * sums.n_outputs + output].v[lane] += pair_sum(level, 0, n, width, j);
    for (std::size_t above = level - 1; sums.pairs != nullptr && above > 0; --above) {
      if (levels_[above].superseded || above == done.previous) continue;
      const std::size_t other = sums.slot[levels_[above].player];
      sums.pairs[(slot * sums.n_slots + other) * sums.n_outputs + output].v[lane] +=
          pair_sum(level, above, n, width, j);
    }
  }
  for (std::size_t i = 0; i < n * width; ++i)
    below_[(level - 1) * n * width + i] += below_[level * n * width + i];
}

void ShapRow::add(const ShapTree& tree, const Decision* decision, std::size_t lane,
                  const ShapSums& sums) {
  const std::size_t n = tree.n_points(), width = tree.tree().value_width();
  levels_.assign(tree.n_levels() + 1, {0, 0, 1.0, 1.0, false});
  last_.assign(tree.n_players(), 0);
  product_.assign(levels_.size() * n, 0.0);
  ratio_.assign(levels_.size() * n, 0.0);
  below_.assign(levels_.size() * n * width, 0.0);
  std::copy_n(tree.quadrature().weight.begin(), n, product_.begin());
  for (const ShapEdge& edge : tree.edges()) {
    enter(tree, edge, decision[edge.split]);
    double* below = &below_[edge.level * n * width];
    std::fill_n(below, n * width, 0.0);
    if (edge.n_up == 0) continue;
    const double* value = &tree.tree().value[edge.node * width];
    for (std::size_t i = 0; i < n * width; ++i)
      below[i] = product_[edge.level * n + i / width] * value[i % width];
    for (std::uint32_t up = 0; up < edge.n_up; ++up) leave(edge.level - up, n, width, lane, sums);
  }
}

}  // namespace spinney
