// Per-thread state of the split search, and helpers that turn positions into splits.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "split/candidates.h"
#include "split/categories.h"
#include "split/finder.h"
#include "split/random_cut.h"
#include "split/sources.h"

namespace spinney {

template <class Sweep>
struct SearchWorker {
  explicit SearchWorker(const Targets& targets) : sweep(targets) {}
  Sweep sweep;
  std::optional<Sweep> part;  // for features that some rows miss
  typename Sources<Sweep>::Histogram histogram;
  typename Sources<Sweep>::Sparse sparse;
  // Features that are counted together.
  std::array<typename Sources<Sweep>::Occupied, 3> occupied;
  typename Sources<Sweep>::Cut cut;
  CategoryGroups<Sweep> groups;
  std::vector<Code> codes;
  std::vector<Row> rows;
  std::vector<typename Sources<Sweep>::Row> sums;  // per row in `rows`
  EntryWorkspace workspace;

  Candidates found;
  bool varies = false;  // some feature varies in the node
};

inline SplitLimits limits_of(const FinderOptions& options, const Targets& targets,
                             const NodeRows& node, std::uint32_t feature, Interrupt& interrupt) {
  SplitLimits l{options.min_samples_leaf, options.min_weight_leaf, 0, 0, 0, &interrupt};
  if (!options.monotonic.empty()) l.monotone = options.monotonic[feature];
  const bool classes = targets.classification();
  const double center = classes ? 0 : targets.center[0], scale = classes ? 1 : targets.y_scale;
  l.lower = (node.lower - center) * scale;
  l.upper = (node.upper - center) * scale;
  return l;
}

// Set the node of a sweep to rows[0..n). Random thresholds also need the sums of each row.
template <class Sweep>
void start_node(const FinderOptions& options, Sweep& sweep, const Row* rows, std::size_t n,
                std::vector<typename Sources<Sweep>::Row>& sums) {
  if constexpr (Sweep::kBounds)
    if (options.random_thresholds)
      return sweep.start_node(gather_sums(sweep.layout(), rows, n, sums));
  sweep.start_node(rows, n);
}

// Convert the score to a gain if features are compared by it.
template <class Sweep>
Position evaluate(const FinderOptions& options, Position position, Sweep& sweep) {
  if (options.compares_gains() && position.score > Position{}.score)
    position.score = sweep.gain(position.score);
  return position;
}

template <class Buckets>
Split new_split(const NodeRows& node, std::uint32_t feature, const Position& position,
                const Buckets& buckets) {
  Split split;
  split.score = position.score;
  split.feature = feature;
  split.saw_missing = buckets.n_missing() > 0;
  split.missing_left = position.missing_left;
  split.skipped_missing = buckets.n_rows() < node.size();
  return split;
}

// Offer the best split found in occupied bins.
template <class Bins, class Sweep>
void take_occupied_bins(const FinderOptions& options, const EncodedColumn& column,
                        std::uint32_t feature, const Bins& bins, SearchWorker<Sweep>& worker) {
  const Position position = evaluate(options, bins.best(), worker.sweep);
  if (!worker.found.accepts(position.score, feature)) return;
  Split split;
  split.score = position.score;
  split.feature = feature;
  bins.describe(column, split);
  worker.found.offer(std::move(split));
}

// Search a categorical feature by its sorted entries. `sweep` differs from the worker's own if rows
// with missing values are excluded.
template <class Sweep>
void search_levels(const FinderOptions& options, bool order_is_optimal, const NodeRows& node,
                   std::uint32_t feature, const Entry* entries, std::size_t n,
                   const SplitLimits& limits, Sweep& sweep, SearchWorker<Sweep>& worker) {
  if (entry_code(entries[0]) == entry_code(entries[n - 1])) return;
  worker.varies = true;
  CategoryGroups<Sweep>& groups = worker.groups;
  groups.build(sweep, entries, n);
  std::vector<Code> left;
  Position found;
  if constexpr (requires { sweep.layout().gradients; })
    found = split_levels(sweep, groups, options.levels, limits, left);
  else
    found = split_categories(sweep, groups, order_is_optimal, limits, left);
  const Position position = evaluate(options, found, sweep);
  if (!worker.found.accepts(position.score, feature)) return;
  Split split = new_split(node, feature, position, groups);
  split.kind = NodeKind::category;
  split.details.make().left_categories = std::move(left);
  split.details.make().present_categories = groups.present();
  worker.found.offer(std::move(split));
}

// Set the thresholds of the final split only: looking up the values of codes is expensive.
inline void set_thresholds(const EncodedMatrix& matrix, Split& split) {
  if (split.kind == NodeKind::number && std::isnan(split.threshold))
    split.threshold = midpoint(matrix.columns[split.feature], split.last_left, split.first_right);
  if (split.details.has_value())
    for (Split& competitor : split.details.make().competitors) set_thresholds(matrix, competitor);
}

// The best split found, with its threshold; its score is a gain if gains are reported.
template <class Sweep>
Split best_split(const FinderOptions& options, const EncodedMatrix& matrix,
                 SearchWorker<Sweep>& worker) {
  if (options.reports_gains() && !options.compares_gains())
    worker.found.convert_scores([&](double score) { return worker.sweep.gain(score); });
  Split best = worker.found.take();
  set_thresholds(matrix, best);
  return best;
}

}  // namespace spinney
