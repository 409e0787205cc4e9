#include "explain/margin_goal.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace spinney {

MarginGoal::MarginGoal(const CellTrees& trees, const std::vector<double>& factors,
                       const std::vector<double>& thresholds,
                       const std::vector<std::uint8_t>& strict)
    : needed_(thresholds), tolerance_(thresholds.size()) {
  constexpr double kRounding = 1e-12;  // of the sum of the largest absolute values
  const std::size_t n = n_margins(), k = trees.n_outputs();
  require(n > 0 && factors.size() == n * k && strict.size() == n, "a margin needs its factors");
  leaf_.resize(trees.n_leaves() * n);
  for (std::size_t leaf = 0; leaf < trees.n_leaves(); ++leaf)
    for (const LeafValue* v = trees.leaf_begin(leaf); v < trees.leaf_end(leaf); ++v)
      for (std::size_t m = 0; m < n; ++m)
        leaf_[leaf * n + m] += factors[m * k + v->output] * v->value;
  largest_.resize(trees.nodes().size() * n);
  std::vector<double> size(trees.nodes().size() * n);  // the largest absolute margins
  for (std::size_t i = 0; i < trees.nodes().size(); ++i) {
    const CellNode& node = trees.nodes()[i];
    for (std::size_t m = 0; m < n; ++m) {
      double& best = largest_[i * n + m];
      double& absolute = size[i * n + m];
      if (node.feature == kCellLeaf) {
        best = leaf_[node.first_edge * n + m];
        absolute = std::abs(best);
        continue;
      }
      best = -INFINITY;
      for (std::size_t e = node.first_edge; e < node.first_edge + node.n_edges; ++e) {
        best = std::max(best, largest_[trees.edges()[e].node * n + m]);
        absolute = std::max(absolute, size[trees.edges()[e].node * n + m]);
      }
    }
  }
  for (std::size_t m = 0; m < n; ++m) {
    tolerance_[m] = std::abs(thresholds[m]);
    for (const auto root : trees.roots()) tolerance_[m] += size[root * n + m];
    tolerance_[m] *= kRounding;
    needed_[m] += strict[m] ? tolerance_[m] : -tolerance_[m];
  }
}

}  // namespace spinney
