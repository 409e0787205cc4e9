// Out-of-bag gains from sums of targets per node.
#include "explain/corrected_importances.h"

#include <limits>

#include "base/pool.h"

namespace spinney {
namespace {

// nodes x value_width(), over the rows that pass a node: the weight of each class, or the weighted
// sum of the targets minus the root's value.
std::vector<double> node_sums(const Tree& tree, const HeldOutRows& rows, Interrupt& interrupt) {
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

// Adds the out-of-bag gains of the tree's splits to their features.
void add_gains(const Tree& tree, const HeldOutRows& rows, Interrupt& interrupt, double* out) {
  const std::size_t width = tree.value_width();
  const std::vector<double> sums = node_sums(tree, rows, interrupt);
  const double scale = 1 / (rows.total_weight * static_cast<double>(rows.n_outputs));
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    double gain = 0;
    for (std::size_t child = tree.first_child[i], end = child + tree.n_children[i]; child < end;
         ++child)
      for (std::size_t j = 0; j < width; ++j)
        gain +=
            sums[child * width + j] * (tree.value[child * width + j] - tree.value[i * width + j]);
    tree.each_credit(
        i, [&](std::uint32_t feature, double share) { out[feature] += gain * scale * share; });
  }
}

}  // namespace

std::vector<double> corrected_importances(const Forest& forest, const Table& table,
                                          const TrueTargets& true_targets,
                                          const OutOfBagRows& out_of_bag, int n_threads,
                                          Interrupt& interrupt) {
  const std::size_t n_features = table.columns.size();
  std::vector<double> gains(forest.size() * n_features);
  parallel_for(n_threads, forest.size(), interrupt, [&](std::size_t i, int) {
    double* out = &gains[i * n_features];
    const std::vector<Row> rows = out_of_bag(i);
    if (rows.empty())
      return static_cast<void>(
          std::fill_n(out, n_features, std::numeric_limits<double>::quiet_NaN()));
    const Tree tree = forest.tree(i);
    add_gains(tree, HeldOutRows(tree, table, true_targets, rows), interrupt, out);
  });
  return gains;
}

}  // namespace spinney
