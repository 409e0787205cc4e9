// Hierarchical shrinkage of class shares.
#include "model/smoothing.h"

namespace spinney {

std::vector<double> smoothed_values(const Tree& tree, double strength) {
  const std::size_t width = tree.value_width();
  std::vector<double> values = tree.value;
  for (std::size_t node = 0; node < tree.size(); ++node) {
    const double weight = tree.weight[node];
    const double factor = weight > 0 ? 1 / (1 + strength / weight) : 0;
    const auto first = static_cast<std::size_t>(tree.first_child[node]);
    for (std::size_t child = first; child < first + tree.n_children[node]; ++child)
      for (std::size_t j = 0; j < width; ++j)
        values[child * width + j] =
            values[node * width + j] +
            (tree.value[child * width + j] - tree.value[node * width + j]) * factor;
  }
  return values;
}

std::vector<float> leaf_shares(const Tree& tree, const std::vector<double>& values) {
  const std::size_t width = tree.value_width();
  std::vector<float> shares;
  shares.reserve((tree.size() / 2 + 1) * width);
  for (std::size_t node = 0; node < tree.size(); ++node)
    if (tree.kind[node] == NodeKind::leaf)
      for (std::size_t j = 0; j < width; ++j)
        shares.push_back(static_cast<float>(values[node * width + j]));
  return shares;
}

}  // namespace spinney
