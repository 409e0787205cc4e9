// The search for one sweep (criterion and layout of the sums): each feature by the source of buckets that suits it.
#pragma once

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "base/pool.h"
#include "base/random.h"
#include "split/buckets.h"
#include "split/categories.h"
#include "split/finder.h"
#include "split/random_cut.h"

namespace spinney {

struct NoHistogram {};

template <class Sweep>
struct HistogramOf {
  using type = NoHistogram;
};
template <class Sweep>
  requires(Sweep::kAdditive)
struct HistogramOf<Sweep> {
  using type = HistogramBuckets<typename Sweep::Layout>;
};

template <class Sweep>
class FeatureSearch final : public SplitFinder {
 public:
  FeatureSearch(const FinderOptions& options, const Dataset& data, bool order_is_optimal, Interrupt& interrupt)
      : options_(options), data_(data), order_is_optimal_(order_is_optimal), interrupt_(interrupt) {}

  Split find(const NodeRows& node, int n_threads) override {
    const std::size_t n_features = data_.matrix.columns.size();
    const std::size_t wanted = std::min(options_.max_features, n_features);
    choose_features(node, wanted);
    start_workers(node, n_threads);
    std::vector<Found> found(wanted);
    const auto search = [&](std::size_t i, int worker) { found[i] = search_feature(node, features_[i], *workers_[worker]); };
    if (n_threads > 1) {
      parallel_for(n_threads, wanted, interrupt_, search);
    } else {
      for (std::size_t i = 0; i < wanted; ++i) {
        interrupt_.poll();
        search(i, 0);
      }
    }
    // If all features drawn are constant here, go on until one is not, as the convention is.
    const auto varies = [](const Found& f) { return f.varies; };
    for (std::size_t i = wanted; i < n_features && std::none_of(found.begin(), found.end(), varies); ++i)
      found.push_back(search_feature(node, features_[i], *workers_[0]));
    return best_of(found);
  }

 private:
  struct Found {
    Split split;
    bool varies = false;
  };
  // What one thread needs for itself.
  struct Worker {
    explicit Worker(const Targets& targets) : sweep(targets) {}
    Sweep sweep;
    typename HistogramOf<Sweep>::type histogram;
    std::vector<Code> codes;
    std::vector<Entry> entries, spare;
  };

  void choose_features(const NodeRows& node, std::size_t wanted) {
    features_.resize(data_.matrix.columns.size());
    std::iota(features_.begin(), features_.end(), 0u);
    if (wanted == features_.size()) return;
    Random random(derive_key(node.key, 0));
    for (std::size_t i = 0; i + 1 < features_.size(); ++i)
      std::swap(features_[i], features_[i + random.below(static_cast<std::uint32_t>(features_.size() - i))]);
  }

  void start_workers(const NodeRows& node, int n_threads) {
    while (static_cast<int>(workers_.size()) < n_threads) workers_.push_back(std::make_unique<Worker>(data_.targets));
    workers_[0]->sweep.start_node(node.rows + node.begin, node.size());
    for (int w = 1; w < n_threads; ++w) workers_[w]->sweep.copy_node(workers_[0]->sweep);
  }

  // Ties go to the lowest feature.
  static Split best_of(std::vector<Found>& found) {
    const Found* best = nullptr;
    for (const Found& f : found) {
      if (!f.split.found()) continue;
      if (!best || f.split.score > best->split.score ||
          (f.split.score == best->split.score && f.split.feature < best->split.feature))
        best = &f;
    }
    return best ? best->split : Split{};
  }

  SplitLimits limits(const NodeRows& node, std::uint32_t feature) const {
    SplitLimits l{options_.min_samples_leaf, options_.min_weight_leaf, 0, 0, 0};
    if (!options_.monotone.empty()) l.monotone = options_.monotone[feature];
    const Targets& t = data_.targets;
    const double center = t.classification() ? 0 : t.center[0], scale = t.classification() ? 1 : t.y_scale;
    l.lower = (node.lower - center) * scale;
    l.upper = (node.upper - center) * scale;
    return l;
  }

  Found search_feature(const NodeRows& node, std::uint32_t feature, Worker& worker) {
    const CodedColumn& column = data_.matrix.columns[feature];
    Found found;
    found.split.feature = feature;
    if (data_.lists.has(feature)) {
      search_runs(node, feature, data_.lists.list(feature) + node.begin, worker, found);
      return found;
    }
    const Row* rows = node.rows + node.begin;
    worker.codes.resize(node.size());
    gather_codes(column, rows, node.size(), worker.codes.data());
    if (options_.random_splits) {
      search_random(node, feature, worker, found);
    } else if (column.categorical) {
      const Entry* entries = sorted_entries(rows, node.size(), worker);
      split_categories(worker.sweep, entries, node.size(), order_is_optimal_, limits(node, feature), found.split);
      found.varies = entry_code(entries[0]) != entry_code(entries[node.size() - 1]);
    } else if (counting_pays(column.n_codes, node.size())) {
      search_histogram(node, feature, column.n_codes, worker, found);
    } else {
      search_runs(node, feature, sorted_entries(rows, node.size(), worker), worker, found);
    }
    return found;
  }

  // A histogram is cheaper than a sort unless most of its buckets stay empty.
  static bool counting_pays(std::size_t n_codes, std::size_t n_rows) {
    return Sweep::kAdditive && n_codes > 0 && n_codes <= 4 * n_rows;
  }

  static const Entry* sorted_entries(const Row* rows, std::size_t n, Worker& worker) {
    worker.entries.resize(n);
    worker.spare.resize(n);
    for (std::size_t i = 0; i < n; ++i) worker.entries[i] = make_entry(worker.codes[i], rows[i]);
    return sort_entries(worker.entries.data(), worker.spare.data(), n);
  }

  void search_runs(const NodeRows& node, std::uint32_t feature, const Entry* entries, Worker& worker, Found& found) {
    const RunBuckets buckets(entries, node.size());
    search_buckets(node, feature, buckets, worker, found);
  }

  void search_histogram(const NodeRows& node, std::uint32_t feature, std::size_t n_codes, Worker& worker, Found& found) {
    if constexpr (Sweep::kAdditive) {
      worker.histogram.build(worker.sweep.layout(), worker.codes.data(), node.rows + node.begin, node.size(), n_codes);
      search_buckets(node, feature, worker.histogram, worker, found);
    }
  }

  template <class Buckets>
  void search_buckets(const NodeRows& node, std::uint32_t feature, const Buckets& buckets, Worker& worker, Found& found) {
    found.varies = !buckets.constant();
    if (!found.varies) return;
    const Position best = scan(worker.sweep, buckets, limits(node, feature));
    Split& split = found.split;
    split.score = best.score;
    if (!split.found()) return;
    split.saw_missing = buckets.n_missing() > 0;
    split.missing_left = best.missing_left;
    split.last_left = buckets.before(best.at);
    split.threshold = midpoint(data_.matrix.columns[feature], split.last_left, buckets.after(best.at));
  }

  // A random cut makes two buckets of the node's codes; the scan scores it.
  void search_random(const NodeRows& node, std::uint32_t feature, Worker& worker, Found& found) {
    const CodedColumn& column = data_.matrix.columns[feature];
    Random random(derive_key(node.key, feature + std::uint64_t{1}));
    const RandomCut cut = draw_cut(column, worker.codes, random);
    found.varies = cut.varies;
    if (!cut.varies) return;
    const Entry* entries = sorted_entries(node.rows + node.begin, node.size(), worker);
    const RunBuckets buckets(entries, node.size());
    const Position best = scan(worker.sweep, buckets, limits(node, feature));
    found.split.saw_missing = buckets.n_missing() > 0;
    if (best.score > found.split.score) cut.apply(column, best, entries, found.split);
  }

  const FinderOptions& options_;
  const Dataset& data_;
  bool order_is_optimal_;
  Interrupt& interrupt_;
  std::vector<std::uint32_t> features_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace spinney
