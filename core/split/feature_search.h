// Search for the best binary split, for one sweep (formula and layout of sums).
// Per feature, the source of buckets that is fastest:
//   coarse bins     large nodes (split/coarse_bins.h)
//   occupied bins   one-byte codes, one sum decides (split/occupied_bins.h)
//   presorted       entries sorted once per tree (split/presorted_columns.h)
//   sparse          stored cells of the node, and all other rows (split/sparse_buckets.h)
//   histogram       few codes (split/buckets.h)
//   sorted entries  otherwise
// Each source is scanned by split/scan.h. Random splits use split/random_search.h instead.
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/pool.h"
#include "split/buckets.h"
#include "split/candidates.h"
#include "split/finder.h"
#include "split/node_features.h"
#include "split/random_search.h"
#include "split/run_scan.h"
#include "split/search_worker.h"
#include "split/small_node_search.h"
#include "split/sparse_search.h"

namespace spinney {

template <class Sweep>
class FeatureSearch final : public SplitFinder {
 public:
  FeatureSearch(const FinderOptions& options, const Dataset& data, Interrupt& interrupt)
      : options_(options),
        data_(data),
        order_is_optimal_(Sweep::kAdditive && data.targets.one_term()),
        interrupt_(interrupt),
        uses_occupied_bins_(occupied_bin_columns(options, data.targets, data.matrix)) {
    all_occupied_bins_ = !options.reports_gains() && data.presorted.features().empty() &&
                         std::find(uses_occupied_bins_.begin(), uses_occupied_bins_.end(), false) ==
                             uses_occupied_bins_.end();
  }

  Split find(const NodeRows& node, int n_threads) override {
    const std::size_t wanted = features_.start(options_, data_.matrix.columns.size(), node.key,
                                               node.features),
                      n_features = features_.size();
    start_workers(node, n_threads);
    sparse_.start(options_, data_, node, wanted, workers_);
    const std::size_t n_coarse = coarse_first(node, wanted);
    if (n_coarse > 0) search_coarse(node, n_coarse, n_threads);
    if (n_threads > 1) {
      parallel_for(n_threads, wanted - n_coarse, interrupt_, [&](std::size_t i, int worker) {
        search_feature(node, features_[n_coarse + i], *workers_[worker]);
      });
    } else {
      const bool any_split_suffices = splits_are_equal(node) && options_.max_competitors == 0;
      for (std::size_t i = n_coarse, n; i < wanted && !(any_split_suffices && workers_[0]->varies);
           i += n) {
        if (node.size() > kPollRows) interrupt_.poll();
        n = wanted - i >= 3 && !any_split_suffices && uses_occupied_bins(i) &&
                    uses_occupied_bins(i + 1) && uses_occupied_bins(i + 2)
                ? 3
                : 1;
        if (n == 3)
          search_occupied_bins<3>(node, &features_[i], *workers_[0]);
        else
          search_feature(node, features_[i], *workers_[0]);
      }
    }
    merge_workers(n_threads);
    // If all drawn features are constant, continue until one is not (as scikit-learn does).
    for (std::size_t i = wanted; i < n_features && !workers_[0]->varies; ++i) {
      features_.draw(i);
      search_feature(node, features_[i], *workers_[0]);
    }
    return best_split(options_, data_.matrix, *workers_[0]);
  }

  SmallNodeFinder* small_node_finder() override {
    if constexpr (Sweep::kBounds) {
      // Small nodes of sparse tables have few cells, but the finder reads every column.
      const bool plain = options_.monotonic.empty() && !options_.reports_gains() &&
                         data_.matrix.sparse_codes.empty();
      if (!small_node_finder_ && plain)
        small_node_finder_ =
            std::make_unique<SmallNodeSearch<typename Sweep::Layout>>(options_, data_);
    }
    return small_node_finder_.get();
  }

 private:
  static constexpr std::size_t kPollRows = 10'000;
  // minimum rows of a node searched in coarse bins
  static constexpr std::size_t kCoarseRows = 50'000;
  static constexpr std::size_t kGroup = 8;  // features whose bins fit the L2 cache together

  using Worker = SearchWorker<Sweep>;

  void start_workers(const NodeRows& node, int n_threads) {
    while (static_cast<int>(workers_.size()) < n_threads)
      workers_.push_back(std::make_unique<Worker>(data_.targets));
    started_ = n_threads > 1 || !all_occupied_bins_;
    if (started_)
      start_node(options_, workers_[0]->sweep, node.rows + node.begin, node.size(), sums_);
    for (int w = 0; w < n_threads; ++w) {
      if (w > 0) workers_[w]->sweep.copy_node(workers_[0]->sweep);
      workers_[w]->found.start(options_.max_competitors, features_.rank(), splits_are_equal(node));
      workers_[w]->varies = false;
    }
  }

  // Merge the results of all workers into the first.
  void merge_workers(int n_threads) {
    for (int w = 1; w < n_threads; ++w) {
      workers_[0]->varies |= workers_[w]->varies;
      workers_[0]->found.merge(workers_[w]->found);
    }
  }

  // In a node of two rows every feature that varies yields the same gain.
  bool splits_are_equal(const NodeRows& node) const {
    return node.size() == 2 && !options_.compares_gains() && options_.monotonic.empty();
  }

  SplitLimits limits(const NodeRows& node, std::uint32_t feature) const {
    return limits_of(options_, data_.targets, node, feature, interrupt_);
  }

  bool coarse_is_faster(const NodeRows& node, std::uint32_t feature) const {
    const EncodedColumn& column = data_.matrix.columns[feature];
    return Sweep::kBounds && node.size() >= kCoarseRows && !options_.random_thresholds &&
           !column.categorical && column.storage != Storage::sparse && !options_.reports_gains() &&
           !data_.presorted.has(feature) && !counting_is_faster(column, node.size() / 16);
  }

  // Move the features for coarse bins to the front; returns their number.
  std::size_t coarse_first(const NodeRows& node, std::size_t wanted) {
    if (!Sweep::kBounds || node.size() < kCoarseRows) return 0;
    return features_.put_first(wanted, [&](std::uint32_t f) { return coarse_is_faster(node, f); });
  }

  // First score the positions between bins, for all features; then sort only the bins whose bound
  // exceeds the best score.
  void search_coarse(const NodeRows& node, std::size_t n_features, int n_threads) {
    if constexpr (Sweep::kBounds) {
      const Row* rows = node.rows + node.begin;
      coarse_.resize(std::max(coarse_.size(), n_features));
      parallel_for(
          n_threads, (n_features + kGroup - 1) / kGroup, interrupt_,
          [&](std::size_t group, int worker) {
            const std::size_t from = group * kGroup, to = std::min(n_features, from + kGroup);
            count_features(workers_[worker]->sweep.layout(), data_.matrix, &features_[from],
                           to - from, rows, node.size(), &coarse_[from], interrupt_);
            for (std::size_t i = from; i < to; ++i)
              search_buckets(node, features_[i], coarse_[i], workers_[worker]->sweep,
                             *workers_[worker]);
          });
      merge_workers(n_threads);
      const double best = workers_[0]->found.best_score();
      const auto range = workers_[0]->sweep.layout().range(rows, node.size());
      parallel_for(n_threads, n_features, interrupt_, [&](std::size_t i, int w) {
        Worker& worker = *workers_[w];
        worker.sweep.set_range(range.first, range.second);
        if (coarse_[i].constant() || !coarse_[i].mark_promising(worker.sweep, best)) return;
        coarse_[i].refine(data_.matrix.columns[features_[i]], rows, node.size(),
                          worker.workspace.entries, worker.workspace.spare);
        search_buckets(node, features_[i], coarse_[i], worker.sweep, worker);
      });
    }
  }

  void search_feature(const NodeRows& node, std::uint32_t feature, Worker& worker) {
    if (sparse_.skips(feature, worker)) return;
    if (!options_.skip_missing.empty() && options_.skip_missing[feature]) {
      search_present(node, feature, worker);
    } else if (options_.random_thresholds) {
      search_random(options_, data_, node, feature, node.rows + node.begin, sums_.data(),
                    node.size(), limits(node, feature), worker.sweep, worker, sparse_.node());
    } else if (!data_.presorted.has(feature) && uses_occupied_bins_[feature]) {
      search_occupied_bins<1>(node, &feature, worker);
    } else {
      search_general(node, feature, worker);
    }
  }

  void search_general(const NodeRows& node, std::uint32_t feature, Worker& worker) {
    if (!started_ && (started_ = true))  // only if there is one thread
      start_node(options_, worker.sweep, node.rows + node.begin, node.size(), sums_);
    if (Sweep::kAdditive && data_.matrix.columns[feature].storage == Storage::sparse)
      search_sparse(node, feature, worker);
    else if (!data_.presorted.has(feature) && Sweep::kAdditive &&
             counting_is_faster(data_.matrix.columns[feature], node.size()))
      search_histogram(node, feature, worker);
    else
      search_entries(node, feature, node_entries(data_, node, feature, worker.workspace),
                     node.size(), worker.sweep, worker);
  }

  // Exclude the rows that miss the feature: search the remaining rows as a node of their own.
  void search_present(const NodeRows& node, std::uint32_t feature, Worker& worker) {
    worker.rows.clear();
    each_node_code(data_, node, feature, [&](Row row, Code code) {
      if (code != kMissing) worker.rows.push_back(row);
    });
    const std::size_t n = worker.rows.size();
    if (n == 0) return;
    if (!worker.part) worker.part.emplace(data_.targets);
    start_node(options_, *worker.part, worker.rows.data(), n, worker.sums);
    if (options_.random_thresholds)
      search_random(options_, data_, node, feature, worker.rows.data(), worker.sums.data(), n,
                    limits(node, feature), *worker.part, worker, nullptr);
    else
      search_entries(node, feature, node_entries(data_, node, feature, worker.workspace), n,
                     *worker.part, worker);
  }

  // Whether the i-th feature is counted in occupied bins.
  bool uses_occupied_bins(std::size_t i) const {
    return uses_occupied_bins_[features_[i]] && !data_.presorted.has(features_[i]);
  }

  // Search in occupied bins; features with missing rows fall back to the ordinary search.
  template <std::size_t kCount>
  void search_occupied_bins(const NodeRows& node, const std::uint32_t* features, Worker& worker) {
    if constexpr (Sweep::kBounds) {
      const EncodedColumn* columns[kCount];
      for (std::size_t f = 0; f < kCount; ++f) columns[f] = &data_.matrix.columns[features[f]];
      Sources<Sweep>::Occupied::template fill<kCount>(worker.occupied.data(), columns,
                                                      worker.sweep.layout(), node.rows + node.begin,
                                                      node.size());
      for (std::size_t f = 0; f < kCount; ++f) {
        auto& bins = worker.occupied[f];
        if (!bins.find(worker.sweep.layout(), *columns[f], options_.min_weight_leaf)) {
          search_general(node, features[f], worker);
        } else if (!bins.constant()) {
          worker.varies = true;
          take_occupied_bins(options_, *columns[f], features[f], bins, worker);
        }
      }
    }
  }

  void search_sparse(const NodeRows& node, std::uint32_t feature, Worker& worker) {
    if constexpr (Sweep::kAdditive)
      if (sparse_.build(node, feature, worker))
        search_buckets(node, feature, worker.sparse, worker.sweep, worker);
  }

  void search_histogram(const NodeRows& node, std::uint32_t feature, Worker& worker) {
    if constexpr (Sweep::kAdditive) {
      const EncodedColumn& column = data_.matrix.columns[feature];
      const Row* rows = node.rows + node.begin;
      worker.histogram.build(worker.sweep.layout(), column.n_codes, rows, node.size(),
                             [&](auto&& use) { each_code(column, rows, node.size(), use); });
      search_buckets(node, feature, worker.histogram, worker.sweep, worker);
    }
  }

  void search_entries(const NodeRows& node, std::uint32_t feature, const Entry* entries,
                      std::size_t n, Sweep& sweep, Worker& worker) {
    if (data_.matrix.columns[feature].categorical)
      search_levels(options_, order_is_optimal_, node, feature, entries, n, limits(node, feature),
                    sweep, worker);
    else
      search_buckets(node, feature, RunBuckets(entries, n), sweep, worker);
  }

  template <class Buckets>
  void search_buckets(const NodeRows& node, std::uint32_t feature, const Buckets& buckets,
                      Sweep& sweep, Worker& worker) {
    if (buckets.constant()) return;
    worker.varies = true;
    const Position position =
        evaluate(options_, best_position(sweep, buckets, limits(node, feature)), sweep);
    if (!worker.found.accepts(position.score, feature)) return;
    Split split = new_split(node, feature, position, buckets);
    split.split_between(buckets.before(position.at), buckets.after(position.at));
    worker.found.offer(std::move(split));
  }

  const FinderOptions& options_;
  const Dataset& data_;
  bool order_is_optimal_;
  Interrupt& interrupt_;
  std::vector<bool> uses_occupied_bins_;
  NodeFeatures features_;
  SparseSearch<Sweep> sparse_;
  bool all_occupied_bins_ = false;
  bool started_ = false;  // the node's sums are set; occupied bins do not need them
  std::vector<typename Sources<Sweep>::Row> sums_;  // per row of the node, for random thresholds
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<SmallNodeFinder> small_node_finder_;
  std::vector<typename Sources<Sweep>::Coarse> coarse_;  // of the leading features
};

}  // namespace spinney
