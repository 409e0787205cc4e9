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
    if (n_threads > 1) {
      parallel_for(n_threads, wanted, interrupt_,
                   [&](std::size_t i, int worker) { search_feature(node, features_[i], *workers_[worker]); });
    } else {
      for (std::size_t i = 0; i < wanted; ++i) {
        if (node.size() > kPollRows) interrupt_.poll();
        search_feature(node, features_[i], *workers_[0]);
      }
    }
    for (int w = 1; w < n_threads; ++w) merge(*workers_[w], *workers_[0]);
    // If all features drawn are constant here, go on until one is not, as the convention is.
    for (std::size_t i = wanted; i < n_features && !workers_[0]->varies; ++i)
      search_feature(node, features_[i], *workers_[0]);
    return std::move(workers_[0]->best);
  }

 private:
  static constexpr std::size_t kPollRows = 10'000;

  // What one thread needs for itself.
  struct Worker {
    explicit Worker(const Targets& targets) : sweep(targets) {}
    Sweep sweep;
    typename HistogramOf<Sweep>::type histogram;
    std::vector<Code> codes;
    std::vector<Entry> entries, spare;

    Split best;
    bool varies = false;  // some feature is not constant in the node
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
    for (int w = 0; w < n_threads; ++w) {
      if (w > 0) workers_[w]->sweep.copy_node(workers_[0]->sweep);
      workers_[w]->best = Split{};
      workers_[w]->varies = false;
    }
  }

  // Ties go to the lowest feature, whichever thread found it.
  static bool better(double score, std::uint32_t feature, const Split& than) {
    return score > than.score || (score == than.score && than.found() && feature < than.feature);
  }

  static void merge(Worker& from, Worker& into) {
    into.varies |= from.varies;
    if (from.best.found() && better(from.best.score, from.best.feature, into.best)) into.best = std::move(from.best);
  }

  SplitLimits limits(const NodeRows& node, std::uint32_t feature) const {
    SplitLimits l{options_.min_samples_leaf, options_.min_weight_leaf, 0, 0, 0, &interrupt_};
    if (!options_.monotone.empty()) l.monotone = options_.monotone[feature];
    const Targets& t = data_.targets;
    const double center = t.classification() ? 0 : t.center[0], scale = t.classification() ? 1 : t.y_scale;
    l.lower = (node.lower - center) * scale;
    l.upper = (node.upper - center) * scale;
    return l;
  }

  void search_feature(const NodeRows& node, std::uint32_t feature, Worker& worker) {
    const CodedColumn& column = data_.matrix.columns[feature];
    if (data_.lists.has(feature)) {
      search_buckets(node, feature, RunBuckets(data_.lists.list(feature) + node.begin, node.size()), worker);
      return;
    }
    const Row* rows = node.rows + node.begin;
    worker.codes.resize(node.size());
    gather_codes(column, rows, node.size(), worker.codes.data());
    if (options_.random_splits) {
      search_random(node, feature, worker);
    } else if (column.categorical) {
      search_categories(node, feature, sorted_entries(rows, node.size(), worker), worker);
    } else if (counting_pays(column.n_codes, node.size())) {
      search_histogram(node, feature, column.n_codes, worker);
    } else {
      search_buckets(node, feature, RunBuckets(sorted_entries(rows, node.size(), worker), node.size()), worker);
    }
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

  void search_histogram(const NodeRows& node, std::uint32_t feature, std::size_t n_codes, Worker& worker) {
    if constexpr (Sweep::kAdditive) {
      worker.histogram.build(worker.sweep.layout(), worker.codes.data(), node.rows + node.begin, node.size(), n_codes);
      search_buckets(node, feature, worker.histogram, worker);
    }
  }

  template <class Buckets>
  void search_buckets(const NodeRows& node, std::uint32_t feature, const Buckets& buckets, Worker& worker) {
    if (buckets.constant()) return;
    worker.varies = true;
    const Position position = scan(worker.sweep, buckets, limits(node, feature));
    if (!better(position.score, feature, worker.best)) return;
    Split split = new_split(feature, position, buckets.n_missing());
    split.last_left = buckets.before(position.at);
    split.threshold = midpoint(data_.matrix.columns[feature], split.last_left, buckets.after(position.at));
    worker.best = std::move(split);
  }

  void search_categories(const NodeRows& node, std::uint32_t feature, const Entry* entries, Worker& worker) {
    CategoryGroups<Sweep> groups(worker.sweep, entries, node.size());
    if (groups.constant()) return;
    worker.varies = true;
    std::vector<Code> left;
    const Position position = split_categories(worker.sweep, groups, order_is_optimal_, limits(node, feature), left);
    if (!better(position.score, feature, worker.best)) return;
    Split split = new_split(feature, position, groups.n_missing());
    split.categorical = true;
    split.left_categories = std::move(left);
    split.present_categories = groups.present();
    worker.best = std::move(split);
  }

  // A random cut makes two buckets of the node's codes; the scan scores it.
  void search_random(const NodeRows& node, std::uint32_t feature, Worker& worker) {
    const CodedColumn& column = data_.matrix.columns[feature];
    Random random(derive_key(node.key, feature + std::uint64_t{1}));
    const RandomCut cut = draw_cut(column, worker.codes, random);
    if (!cut.varies) return;
    worker.varies = true;
    const Entry* entries = sorted_entries(node.rows + node.begin, node.size(), worker);
    const RunBuckets buckets(entries, node.size());
    const Position position = scan(worker.sweep, buckets, limits(node, feature));
    if (!better(position.score, feature, worker.best)) return;
    Split split = new_split(feature, position, buckets.n_missing());
    // Behind the upper bucket: everything present goes left, and the cut itself is not used.
    cut.apply(column, buckets.before(position.at) == 1, split);
    worker.best = std::move(split);
  }

  static Split new_split(std::uint32_t feature, const Position& position, std::size_t n_missing) {
    Split split;
    split.score = position.score;
    split.feature = feature;
    split.saw_missing = n_missing > 0;
    split.missing_left = position.missing_left;
    return split;
  }

  const FinderOptions& options_;
  const Dataset& data_;
  bool order_is_optimal_;
  Interrupt& interrupt_;
  std::vector<std::uint32_t> features_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace spinney
