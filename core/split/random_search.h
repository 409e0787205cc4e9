// Random splits: one random threshold per feature, as in extremely randomized trees.
#pragma once

#include <vector>

#include "split/random_cut.h"
#include "split/scan.h"
#include "split/search_worker.h"
#include "split/sparse_node.h"

namespace spinney {

// The cells of a sparse column in a node and, last, one cell of its other rows.
template <class Sweep>
void gather_sparse_codes(const SparseNode& sparse, const EncodedColumn& column,
                         std::uint32_t feature, std::size_t n_rows, SearchWorker<Sweep>& worker) {
  std::vector<Entry>& entries = worker.workspace.entries;
  sparse.read(feature, entries);
  worker.codes.clear();
  for (const Entry entry : entries) worker.codes.push_back(entry_code(entry));
  if (entries.size() < n_rows) worker.codes.push_back(column.absent_code);
}

// Draw a cut, sum its two buckets, and score them with the scan. `sparse`: the stored cells of the
// node, if `rows` are all of its rows.
template <class Sweep>
void search_random(const FinderOptions& options, const Dataset& data, const NodeRows& node,
                   std::uint32_t feature, const Row* rows, const typename Sources<Sweep>::Row* sums,
                   std::size_t n, const SplitLimits& limits, Sweep& sweep,
                   SearchWorker<Sweep>& worker, const SparseNode* sparse) {
  const EncodedColumn& column = data.matrix.columns[feature];
  Random random(derive_key(node.key, feature + std::uint64_t{1}));
  if (!Sweep::kAdditive || column.storage != Storage::sparse) sparse = nullptr;
  if (sparse) {
    gather_sparse_codes(*sparse, column, feature, n, worker);
  } else {
    worker.codes.resize(n);
    gather_codes(column, rows, n, worker.codes.data());
  }
  Code* codes = worker.codes.data();
  const RandomCut cut = draw_cut(column, data.targets, rows, codes, worker.codes.size(), random);
  if (!cut.varies) return;
  worker.varies = true;
  const auto take = [&](const auto& buckets) {
    const Position position = evaluate(options, scan_unblocked(sweep, buckets, limits), sweep);
    if (!worker.found.accepts(position.score, feature)) return;
    Split split = new_split(node, feature, position, buckets);
    // Position behind the upper bucket: all present values go left, the cut itself is not used.
    cut.apply(column, buckets.before(position.at) == 1, split);
    worker.found.offer(std::move(split));
  };
  if constexpr (Sweep::kAdditive) {
    if (sparse)
      worker.cut.build(sweep, worker.workspace.entries, n, column.absent_code, cut.last_left);
    else if constexpr (Sweep::kBounds)
      worker.cut.build(sweep.layout(), sweep.total(), sums, codes, n, cut.last_left, cut.missing);
    else
      worker.cut.build(sweep.layout(), rows, codes, n, cut.last_left);
    take(worker.cut);
  } else {
    worker.workspace.entries.resize(n);
    worker.workspace.spare.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const Code side = codes[i] == kMissing ? kMissing : codes[i] > cut.last_left;
      worker.workspace.entries[i] = make_entry(side, rows[i]);
    }
    take(RunBuckets(sort_entries(worker.workspace.entries.data(), worker.workspace.spare.data(), n),
                    n));
  }
}

}  // namespace spinney
