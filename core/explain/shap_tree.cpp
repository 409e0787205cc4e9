#include "explain/shap_tree.h"

#include <algorithm>

namespace spinney {

ShapTree::ShapTree(const Tree& tree, const std::vector<std::uint32_t>& player,
                   std::size_t n_players)
    : ShapPaths(tree, player, n_players) {
  compute_factors();
}

void ShapTree::compute_factors() {
  const std::size_t n_on_path =
      tree().surrogates.size() > 0  // their features may be on a path, too
          ? std::min<std::size_t>(n_levels(), tree().n_features)
          : n_players_on_path();
  quadrature_ = Quadrature(std::max<std::size_t>(1, (n_on_path + 1) / 2));
  const std::size_t n = n_points();
  for (const double t : quadrature_.point) ratio_off_.push_back(-1 / (1 - t));
  factors_.resize(edges().size() * 3 * n);
  std::vector<double> z_at(n_levels() + 1, 1.0);  // by level
  double* at = factors_.data();
  for (const ShapEdge& edge : edges()) {
    const double z = z_at[edge.previous], next = z * edge.share;
    z_at[edge.level] = next;
    for (std::size_t k = 0; k < n; ++k) {
      const double t = quadrature_.point[k];
      const double q = (1 - t) * z + t, q_next = (1 - t) * next + t;
      at[k] = q_next / q;
      at[n + k] = (1 - t) * next / q;
      at[2 * n + k] = (1 - next) / q_next;
    }
    at += 3 * n;
  }
}

std::vector<double> ShapTree::base() const {
  const std::size_t width = tree().value_width();
  std::vector<double> reached(n_levels() + 1, 1.0), sums(width);
  if (edges().empty()) sums.assign(tree().value.begin(), tree().value.begin() + width);
  for (const ShapEdge& edge : edges()) {
    reached[edge.level] = reached[edge.level - 1] * edge.share;
    if (edge.n_up == 0) continue;
    for (std::size_t j = 0; j < width; ++j)
      sums[j] += reached[edge.level] * tree().value[edge.node * width + j];
  }
  return sums;
}

std::size_t ShapTree::n_bytes() const {
  return edges().size() * sizeof(ShapEdge) + factors_.size() * sizeof(double);
}

}  // namespace spinney
