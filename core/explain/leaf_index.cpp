#include "explain/leaf_index.h"

#include <algorithm>
#include <numeric>

#include "base/pool.h"

namespace spinney {

LeafIndex::LeafIndex(const RowLeaves& leaves, LeafWeights weights, const BagCounts& counts,
                     const double* row_weight, int n_threads, Interrupt& interrupt)
    : trees_(leaves.n_trees) {
  parallel_for(n_threads, leaves.n_trees, interrupt, [&](std::size_t t, int) {
    const bool needs_counts = weights != LeafWeights::all_rows;
    trees_[t] = by_leaf(leaves, t, weights, needs_counts ? counts(t) : std::vector<std::uint32_t>(),
                        row_weight);
  });
}

LeafIndex::PerTree LeafIndex::by_leaf(const RowLeaves& leaves, std::size_t tree,
                                      LeafWeights weights, const std::vector<std::uint32_t>& counts,
                                      const double* row_weight) {
  const auto weight_of = [&](std::size_t row) {
    switch (weights) {
      case LeafWeights::all_rows: return 1.0;
      case LeafWeights::out_of_bag: return counts[row] == 0 ? 1.0 : 0.0;
      case LeafWeights::share_of_leaf: return counts[row] * (row_weight ? row_weight[row] : 1.0);
    }
    return 0.0;
  };
  std::int32_t last = -1;
  for (std::size_t row = 0; row < leaves.n_rows; ++row) last = std::max(last, leaves.at(row, tree));
  PerTree found;
  const std::size_t n_nodes = static_cast<std::size_t>(last + 1);
  found.start.assign(n_nodes + 1, 0);
  std::vector<double> total(n_nodes);
  for (std::size_t row = 0; row < leaves.n_rows; ++row) {
    const double weight = weight_of(row);
    const auto node = static_cast<std::size_t>(leaves.at(row, tree));
    found.start[node + 1] += weight > 0;
    total[node] += weight;
  }
  std::partial_sum(found.start.begin(), found.start.end(), found.start.begin());
  found.row.resize(found.start.back());
  if (weights == LeafWeights::share_of_leaf) found.weight.resize(found.row.size());
  std::vector<std::uint32_t> next(found.start.begin(), found.start.end() - 1);
  for (std::size_t row = 0; row < leaves.n_rows; ++row) {
    const double weight = weight_of(row);
    if (!(weight > 0)) continue;
    const auto node = static_cast<std::size_t>(leaves.at(row, tree));
    const std::uint32_t place = next[node]++;
    found.row[place] = static_cast<Row>(row);
    if (!found.weight.empty()) found.weight[place] = weight / total[node];
  }
  return found;
}

}  // namespace spinney
