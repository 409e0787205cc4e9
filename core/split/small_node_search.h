// Split search in a subtree of at most 32 rows, stored as bits of a word. A feature is sorted once
// per subtree; bits in that order are a node's rows sorted. Same splits as split/feature_search.h.
#pragma once

#include <algorithm>

#include "criterion/block_score.h"
#include "split/candidates.h"
#include "split/finder.h"
#include "split/node_features.h"
#include "split/random_cut.h"
#include "split/search_worker.h"
#include "split/small_node_orders.h"
#include "split/small_node_runs.h"
#include "split/small_node_scan.h"
#include "split/small_node_sum.h"

namespace spinney {

template <class Layout>
class SmallNodeSearch final : public SmallNodeFinder {
 public:
  SmallNodeSearch(const FinderOptions& options, const Dataset& data)
      : options_(options),
        data_(data),
        layout_(data.targets),
        limited_(options.min_samples_leaf > 1 || options.min_weight_leaf > 0),
        side_by_side_(options.random_thresholds && !limited_),
        orders_(data, options.random_thresholds),
        runs_(options, layout_, sums_) {}

  void start(const NodeRows& root, SmallNode& node) override {
    orders_.start(root);
    Sum total;
    for (std::size_t i = 0; i < root.size(); ++i) {
      sums_[i] = Sum::of(layout_, orders_.rows()[i]);
      if (!data_.targets.y.empty()) y_[i] = data_.targets.y[orders_.rows()[i]];
      total.add(sums_[i]);
    }
    summarize_lazily(~RowBits{0} >> (kMaxRows - root.size()), total, node);
  }

  Split* find(const SmallNode& node, std::uint64_t key, SmallNode& left,
              SmallNode& right) override {
    start_node(node, key);
    const std::size_t wanted = features_.start_drawing(options_, data_.matrix.columns.size(), key);
    // In a node of two rows every feature that varies yields the same gain.
    for (std::size_t i = 0; i < features_.size() && !(varies_ && (n_ == 2 || i >= wanted));) {
      const std::size_t n = side_by_side_ && n_ > 2 && i + 3 <= wanted ? 3 : 1;
      for (std::size_t k = i; k < i + n; ++k) features_.draw(k);
      search(i, n);
      i += n;
    }
    if (const auto& top = scan_.best();
        top.score > best_.score || (top.score == best_.score && top.number < number_))
      take_plain(top);
    if (!best_.found()) return nullptr;
    if (const EncodedColumn& column = data_.matrix.columns[best_.feature];
        column.storage != Storage::u8)
      for (const Code code : {best_.last_left, best_.first_right}) prefetch_value(column, code);
    summarize_lazily(left_, left_sum_, left);
    summarize_lazily(node_ & ~left_, total_.without(left_sum_), right);
    set_thresholds(data_.matrix, best_);
    return &best_;
  }

 private:
  using Sum = typename SmallNodeSum<Layout>::Type;

  void start_node(const SmallNode& node, std::uint64_t key) {
    key_ = key;
    varies_ = false;
    best_.score = Split{}.score;
    number_ = 0;
    total_ = Sum::kept(node.sums);
    weight_ = total_.weight(layout_);
    term_ = total_.term(layout_);
    scan_.start(weight_, term_);
    node_ = node.rows;
    n_ = 0;
    each_bit(node_, [&](std::size_t i) { rows_[n_++] = static_cast<std::uint8_t>(i); });
  }

  double score(const Sum& left) const {
    return between_groups(left.weight(layout_), left.term(layout_), weight_, term_);
  }

  void summarize_lazily(RowBits rows, const Sum& sum, SmallNode& node) const {
    node.rows = rows;
    node.n_rows = count_bits(rows);
    node.sums = sum.keep();
    node.weight = sum.weight(layout_);
    if constexpr (requires { layout_.classes; })
      set_class_summary(options_.criterion, data_.targets.n_classes[0], sum.classes(layout_), node);
    else
      set_number_summary(y_, node);
  }

  // Search features i to i + n - 1.
  void search(std::size_t i, std::size_t n) {
    if (n == 3) {
      const SmallNodeOrder* orders[] = {&orders_.of(features_[i]), &orders_.of(features_[i + 1]),
                                        &orders_.of(features_[i + 2])};
      if (orders[0]->plain && orders[1]->plain && orders[2]->plain)
        return search_plain_random(orders, i);
    }
    for (std::size_t k = i; k < i + n; ++k) search(k);
  }

  void search(std::size_t i) {
    if (n_ == 2 && split_two_rows(i)) return;
    const std::uint32_t feature = features_[i];
    const SmallNodeOrder& order = orders_.of(feature);
    const SmallNodeOrder* const orders[] = {&order};
    if (order.plain && !limited_)
      return options_.random_thresholds ? search_plain_random(orders, i) : add_positions(order, i);
    if (options_.random_thresholds) return search_random(order, i);
    runs_.clear();
    each_bit(places_in(order), [&](std::size_t p) { runs_.add(order.codes[p], order.row[p]); });
    const bool levels = data_.matrix.columns[feature].categorical;
    if (levels) runs_.sort_levels();
    search_runs(i, [&](std::size_t at, Split& split) {
      if (levels) {
        split.kind = NodeKind::category;
        split.details.make().left_categories = runs_.first_codes(at + 1);
        split.details.make().present_categories = runs_.first_codes(runs_.size());
      } else {
        split.split_between(runs_.code(at), at + 1 < runs_.size() ? runs_.code(at + 1) : kMissing);
      }
    });
  }

  // Split two rows directly, without sorting. False if the feature needs the general search.
  bool split_two_rows(std::size_t i) {
    const EncodedColumn& column = data_.matrix.columns[features_[i]];
    const bool single = !options_.random_thresholds || SmallNodeOrders::single_values(column);
    if (limited_ || column.categorical || !single || data_.presorted.has(features_[i]))
      return false;
    const Row rows[] = {orders_.rows()[rows_[0]], orders_.rows()[rows_[1]]};
    Code codes[2];
    gather_codes(column, rows, 2, codes);
    if (codes[0] == kMissing || codes[1] == kMissing) return false;
    if (codes[0] == codes[1]) return true;
    varies_ = true;
    const bool first = codes[1] < codes[0];  // index of the row that goes left
    const std::uint8_t row = rows_[first];
    Split& split = take(score(sums_[row]), i, bit_of(row), sums_[row]);
    if (options_.random_thresholds)
      split.threshold = draw(features_[i], lowest_value(column, codes[first]),
                             lowest_value(column, codes[!first]));
    else
      split.split_between(codes[first], codes[!first]);
    return true;
  }

  RowBits places_in(const SmallNodeOrder& order) const {
    if (n_ == orders_.n_rows()) return node_;  // all rows
    RowBits places = 0;
    for (std::size_t k = 0; k < n_; ++k) places |= bit_of(order.place[rows_[k]]);
    return places;
  }

  void add_positions(const SmallNodeOrder& order, std::size_t i) {
    varies_ |= scan_.add(layout_, order, places_in(order), sums_, static_cast<std::uint32_t>(i));
  }

  void take_plain(const SmallNodeScan::Best& top) {
    const std::uint32_t feature = features_[top.number];
    const SmallNodeOrder& order = orders_.of(feature);
    const RowBits before = places_in(order) & (bit_of(top.place) - 1);
    RowBits left = 0;
    Sum sum;
    each_bit(before, [&](std::size_t p) {
      left |= bit_of(order.row[p]);
      sum.add(sums_[order.row[p]]);
    });
    take(top.score, top.number, left, sum)
        .split_between(order.codes[std::bit_width(before) - 1u], order.codes[top.place]);
  }

  // Random thresholds of several features at once, to hide latencies.
  template <std::size_t kCount>
  void search_plain_random(const SmallNodeOrder* const (&order)[kCount], std::size_t first) {
    double low[kCount], high[kCount], threshold[kCount];
    Sum sum[kCount];
    for (std::size_t f = 0; f < kCount; ++f) low[f] = high[f] = order[f]->values[rows_[0]];
    for (std::size_t k = 1; k < n_; ++k)
      for (std::size_t f = 0; f < kCount; ++f) {
        const double x = order[f]->values[rows_[k]];
        low[f] = std::min(low[f], x);
        high[f] = std::max(high[f], x);
      }
    for (std::size_t f = 0; f < kCount; ++f)
      threshold[f] = draw(features_[first + f], low[f], high[f]);
    for (std::size_t k = 0; k < n_; ++k)
      for (std::size_t f = 0; f < kCount; ++f)
        sum[f].add_if(order[f]->values[rows_[k]], threshold[f], sums_[rows_[k]]);
    for (std::size_t f = 0; f < kCount; ++f) {
      if (!(low[f] < high[f])) continue;
      varies_ = true;
      const double score = this->score(sum[f]);
      if (!(score > best_.score)) continue;
      RowBits left = 0;
      for (std::size_t k = 0; k < n_; ++k)
        left |= RowBits{order[f]->values[rows_[k]] <= threshold[f]} << rows_[k];
      take(score, first + f, left, sum[f]).threshold = threshold[f];
    }
  }

  Random random_of(std::uint32_t feature) const {
    return Random(derive_key(key_, feature + std::uint64_t{1}));
  }
  double draw(std::uint32_t feature, double low, double high) const {
    Random random = random_of(feature);
    return draw_between(low, high, random);
  }

  // Start a new best split on feature i.
  Split& take(double score, std::size_t i, RowBits left, const Sum& sum) {
    left_ = left;
    left_sum_ = sum;
    number_ = i;
    if (best_.details.has_value() || best_.saw_missing) best_ = {};
    best_.kind = NodeKind::number;
    best_.score = score;
    best_.feature = features_[i];
    return best_;
  }

  // A random threshold makes two runs.
  void search_random(const SmallNodeOrder& order, std::size_t i) {
    const EncodedColumn& column = data_.matrix.columns[features_[i]];
    Row rows[kMaxRows];
    Code codes[kMaxRows];
    for (std::size_t k = 0; k < n_; ++k) {
      rows[k] = orders_.rows()[rows_[k]];
      codes[k] = order.codes[rows_[k]];
    }
    Random random = random_of(features_[i]);
    const RandomCut cut = draw_cut(column, data_.targets, rows, codes, n_, random);
    if (!cut.varies) return;
    runs_.clear();
    const auto side_of = [&](Code code) {
      return code == kMissing ? kMissing : Code{code > cut.last_left};
    };
    for (const Code side : {Code{0}, Code{1}, kMissing})
      for (std::size_t k = 0; k < n_; ++k)
        if (side_of(codes[k]) == side) runs_.add(side, rows_[k]);
    search_runs(
        i, [&](std::size_t at, Split& split) { cut.apply(column, runs_.code(at) == 1, split); });
  }

  // Search the runs; set_split(k, split) describes the split behind run k.
  template <class SetSplit>
  void search_runs(std::size_t i, SetSplit&& set_split) {
    if (runs_.constant()) return;
    varies_ = true;
    const Position position = runs_.scan(n_, weight_, term_);
    if (!(position.score > best_.score)) return;
    const RowBits left = runs_.left_of(position);
    Sum sum;
    each_bit(left, [&](std::size_t k) { sum.add(sums_[k]); });
    Split& split = take(position.score, i, left, sum);
    split.saw_missing = runs_.any_missing();
    split.missing_left = position.missing_left;
    set_split(position.at, split);
  }

  const FinderOptions& options_;
  const Dataset& data_;
  const Layout layout_;
  const bool limited_;  // a side needs more than one row
  const bool side_by_side_;

  // State of the subtree.
  SmallNodeOrders orders_;
  Sum sums_[kMaxRows];
  double y_[kMaxRows];  // regression targets

  // State of the node.
  RowBits node_ = 0;
  std::uint8_t rows_[kMaxRows];
  std::size_t n_ = 0;
  std::uint64_t key_ = 0;
  Sum total_;
  double weight_ = 0, term_ = 0;
  NodeFeatures features_;
  SmallNodeScan scan_;  // numeric features without missing values and limits
  bool varies_ = false;

  // Best split: first of the other features, finally of all. Its left rows and feature.
  Split best_;
  RowBits left_ = 0;
  Sum left_sum_;
  std::size_t number_ = 0;

  SmallNodeRuns<Layout, Sum> runs_;  // current feature
};

}  // namespace spinney
