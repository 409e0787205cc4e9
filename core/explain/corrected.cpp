#include "explain/corrected.h"

#include <limits>

#include "base/pool.h"

namespace spinney {
namespace {

// nodes x value_width(): the weight of each class, or the weighted sum of targets less the root's
// value, of the rows that pass a node.
std::vector<double> passing_sums(const Tree& tree, const HeldOut& rows, Interrupt& interrupt) {
  const std::size_t width = tree.value_width(), n_outputs = rows.n_outputs;
  std::vector<double> sums(tree.size() * width);
  for (const RowPart& end : find_ends(tree, rows.sample, interrupt)) {
    const double weight = rows.weight[end.row] * end.share;
    double* to = &sums[end.node * width];
    for (std::size_t k = 0; k < n_outputs; ++k) {
      const double target = rows.target[end.row * n_outputs + k];
      if (tree.n_classes.empty()) {
        to[k] += weight * (target - tree.value[k]);
      } else {
        to[static_cast<std::size_t>(target)] += weight;
        to += tree.n_classes[k];
      }
    }
  }
  for (std::size_t i = tree.size(); i-- > 0;) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    for (std::size_t child = tree.first_child[i], end = child + tree.n_children[i]; child < end;
         ++child)
      for (std::size_t j = 0; j < width; ++j) sums[i * width + j] += sums[child * width + j];
  }
  return sums;
}

void add_earned(const Tree& tree, const HeldOut& rows, Interrupt& interrupt, double* out) {
  const std::size_t width = tree.value_width();
  const std::vector<double> sums = passing_sums(tree, rows, interrupt);
  const double scale = 1 / (rows.total_weight * static_cast<double>(rows.n_outputs));
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    double earned = 0;
    for (std::size_t child = tree.first_child[i], end = child + tree.n_children[i]; child < end;
         ++child)
      for (std::size_t j = 0; j < width; ++j)
        earned +=
            sums[child * width + j] * (tree.value[child * width + j] - tree.value[i * width + j]);
    tree.each_credit(
        i, [&](std::uint32_t feature, double share) { out[feature] += earned * scale * share; });
  }
}

}  // namespace

std::vector<double> corrected_importances(const Forest& forest, const Table& table,
                                          const Truth& truth, const RowsLeftOut& left_out,
                                          int n_threads, Interrupt& interrupt) {
  const std::size_t n_features = table.columns.size();
  std::vector<double> earned(forest.size() * n_features);
  parallel_for(n_threads, forest.size(), interrupt, [&](std::size_t i, int) {
    double* out = &earned[i * n_features];
    const std::vector<Row> rows = left_out(i);
    if (rows.empty())
      return static_cast<void>(
          std::fill_n(out, n_features, std::numeric_limits<double>::quiet_NaN()));
    const Tree tree = forest.tree(i);
    add_earned(tree, HeldOut(tree, table, truth, rows), interrupt, out);
  });
  return earned;
}

}  // namespace spinney
