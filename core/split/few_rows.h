// The search in a subtree of at most 32 rows. The rows of a node are bits of a word. A feature is sorted once for all
// nodes of the subtree: the places of a node's rows in that order, as bits again, are the rows sorted. What is found is
// what split/feature_search.h finds.
#pragma once

#include <algorithm>
#include <limits>

#include "criterion/block_score.h"
#include "split/candidates.h"
#include "split/few_orders.h"
#include "split/few_runs.h"
#include "split/few_scan.h"
#include "split/few_sum.h"
#include "split/finder.h"
#include "split/node_features.h"
#include "split/random_cut.h"
#include "split/search_worker.h"

namespace spinney {

template <class Layout>
class FewRowsSearch final : public FewRowsFinder {
 public:
  FewRowsSearch(const FinderOptions& options, const Dataset& data)
      : options_(options),
        data_(data),
        layout_(data.targets),
        limited_(options.min_samples_leaf > 1 || options.min_weight_leaf > 0),
        orders_(data, options.random_splits),
        runs_(options, layout_, sums_) {}

  void start(const NodeRows& root, FewNode& node) override {
    orders_.start(root);
    Sum total;
    for (std::size_t i = 0; i < root.size(); ++i) {
      sums_[i] = Sum::of(layout_, orders_.rows()[i]);
      if (!data_.targets.y.empty()) y_[i] = data_.targets.y[orders_.rows()[i]];
      total.add(sums_[i]);
    }
    outline(~RowBits{0} >> (kMost - root.size()), total, node);
  }

  Split* find(const FewNode& node, std::uint64_t key, FewNode& left, FewNode& right) override {
    start_node(node, key);
    const std::size_t wanted = features_.start(options_, data_.matrix.columns.size(), key), n = features_.size();
    rank_ = {wanted < n ? features_.ties_key(key) : 0};
    search_first(wanted);
    for (std::size_t i = wanted; i < n && !varies_; ++i) {
      features_.draw(i);
      search(features_[i]);
    }
    if (!best_.found()) return nullptr;
    if (const CodedColumn& column = data_.matrix.columns[best_.feature]; column.storage != Storage::u8)
      for (const Code code : {best_.last_left, best_.first_right}) prefetch_value(column, code);
    part(left, right);
    set_thresholds(data_.matrix, best_);
    return &best_;
  }

 private:
  using Sum = typename FewSumOf<Layout>::Type;

  void start_node(const FewNode& node, std::uint64_t key) {
    key_ = key;
    varies_ = false;
    best_.score = Split{}.score;
    total_ = Sum::kept(node.sums);
    weight_ = total_.weight(layout_);
    term_ = total_.term(layout_);
    node_ = node.rows;
    n_ = 0;
    each_bit(node_, [&](std::size_t i) { rows_[n_++] = static_cast<std::uint8_t>(i); });
    if (n_ > 2) return;
    for (std::size_t k = 0; k < n_; ++k) alone_[k] = score(sums_[rows_[k]]);
  }

  double score(const Sum& left) const {
    return between_groups(left.weight(layout_), left.term(layout_), weight_, term_);
  }

  // Of the side of fewer rows the sums are added up; the other has the rest.
  void part(FewNode& left, FewNode& right) const {
    const RowBits others = node_ & ~left_;
    const bool left_is_less = 2 * count_bits(left_) <= n_;
    Sum less;
    each_bit(left_is_less ? left_ : others, [&](std::size_t i) { less.add(sums_[i]); });
    const Sum more = total_.without(less);
    outline(left_, left_is_less ? less : more, left);
    outline(others, left_is_less ? more : less, right);
  }

  void outline(RowBits rows, const Sum& sum, FewNode& node) const {
    node.rows = rows;
    node.n_rows = count_bits(rows);
    node.sums = sum.keep();
    node.weight = sum.weight(layout_);
    if constexpr (requires { layout_.classes; })
      outline_classes(sum, node);
    else
      outline_number(node);
  }

  void outline_classes(const Sum& sum, FewNode& node) const {
    node.value = sum.classes(layout_);
    node.pure = std::max(node.value[0], node.value[1]) == node.weight;
    node.impurity = class_impurity(options_.criterion, node.value.data(), data_.targets.n_classes[0], node.weight);
    for (double& share : node.value) share /= node.weight;
  }

  void outline_number(FewNode& node) const {
    const double first = y_[std::countr_zero(node.rows)];
    RowBits rest = node.rows & (node.rows - 1);
    while (rest != 0 && y_[std::countr_zero(rest)] == first) rest &= rest - 1;
    node.pure = rest == 0;
    node.impurity = node.pure ? 0 : std::numeric_limits<double>::quiet_NaN();
    node.value[0] = first;
  }

  void search_first(std::size_t n_features) {
    std::size_t i = 0;
    for (; n_ > 2 && i + 3 <= n_features && !limited_; i += 3) {
      const FewOrder* orders[] = {&orders_.of(features_[i]), &orders_.of(features_[i + 1]),
                                  &orders_.of(features_[i + 2])};
      if (!orders[0]->plain || !orders[1]->plain || !orders[2]->plain) break;
      search_plain<3>(orders, &features_[i]);
    }
    for (; i < n_features; ++i) search(features_[i]);
  }

  void search(std::uint32_t feature) {
    const CodedColumn& column = data_.matrix.columns[feature];
    const FewOrder& order = orders_.of(feature);
    if (order.plain && !limited_) {
      const FewOrder* const orders[] = {&order};
      return n_ == 2 ? search_two(order, feature) : search_plain<1>(orders, &feature);
    }
    if (options_.random_splits) return search_random(column, order, feature);
    RowBits places = 0;
    for (std::size_t k = 0; k < n_; ++k) places |= bit_of(order.place[rows_[k]]);
    runs_.clear();
    each_bit(places, [&](std::size_t p) { runs_.add(order.codes[p], order.row[p]); });
    if (column.categorical) runs_.sort_levels();
    search_runs(feature, [&](std::size_t at, Split& split) {
      if (column.categorical) {
        split.question = Question::category;
        split.details.make().left_categories = runs_.first_codes(at + 1);
        split.details.make().present_categories = runs_.first_codes(runs_.size());
      } else {
        split.ask_between(runs_.code(at), at + 1 < runs_.size() ? runs_.code(at + 1) : kMissing);
      }
    });
  }

  template <std::size_t kCount>
  void search_plain(const FewOrder* const (&orders)[kCount], const std::uint32_t* features) {
    return options_.random_splits ? search_plain_random(orders, features) : search_plain_sorted(orders, features);
  }

  // Two rows are told apart by any feature that varies.
  void search_two(const FewOrder& order, std::uint32_t feature) {
    const auto of = [&](std::size_t k) -> double {
      return options_.random_splits ? order.values[rows_[k]] : order.codes[order.place[rows_[k]]];
    };
    const double a = of(0), b = of(1), low = std::min(a, b), high = std::max(a, b);
    if (a == b) return;
    varies_ = true;
    const bool left = b < a;  // which of them
    if (!rank_.prefers(alone_[left], feature, best_)) return;
    Split& split = take(alone_[left], feature, bit_of(rows_[left]));
    if (options_.random_splits)
      split.threshold = draw(feature, low, high);
    else
      split.ask_between(static_cast<Code>(low), static_cast<Code>(high));
  }

  template <std::size_t kCount>
  void search_plain_sorted(const FewOrder* const (&order)[kCount], const std::uint32_t* features) {
    FewScan<kCount> scan;
    scan.run(order, rows_, n_, sums_, [this, weight = weight_, term = term_](const Sum& left) {
      return between_groups(left.weight(layout_), left.term(layout_), weight, term);
    });
    for (std::size_t f = 0; f < kCount; ++f)
      if (scan.found(f)) offer(*order[f], features[f], scan.score(f), scan.places[f], scan.after[f]);
  }

  void offer(const FewOrder& order, std::uint32_t feature, double score, RowBits places, std::size_t after) {
    varies_ = true;
    if (!rank_.prefers(score, feature, best_)) return;
    const RowBits before = places & (bit_of(after) - 1);
    RowBits left = 0;
    each_bit(before, [&](std::size_t p) { left |= bit_of(order.row[p]); });
    take(score, feature, left).ask_between(order.codes[std::bit_width(before) - 1u], order.codes[after]);
  }

  // The same of random thresholds.
  template <std::size_t kCount>
  void search_plain_random(const FewOrder* const (&order)[kCount], const std::uint32_t* features) {
    double low[kCount], high[kCount], threshold[kCount];
    Sum sum[kCount];
    for (std::size_t f = 0; f < kCount; ++f) low[f] = high[f] = order[f]->values[rows_[0]];
    for (std::size_t k = 1; k < n_; ++k)
      for (std::size_t f = 0; f < kCount; ++f) {
        const double x = order[f]->values[rows_[k]];
        low[f] = std::min(low[f], x);
        high[f] = std::max(high[f], x);
      }
    for (std::size_t f = 0; f < kCount; ++f) threshold[f] = draw(features[f], low[f], high[f]);
    for (std::size_t k = 0; k < n_; ++k)
      for (std::size_t f = 0; f < kCount; ++f) sum[f].add_if(order[f]->values[rows_[k]], threshold[f], sums_[rows_[k]]);
    for (std::size_t f = 0; f < kCount; ++f) {
      if (!(low[f] < high[f])) continue;
      varies_ = true;
      const double score = this->score(sum[f]);
      if (!rank_.prefers(score, features[f], best_)) continue;
      RowBits left = 0;
      for (std::size_t k = 0; k < n_; ++k) left |= RowBits{order[f]->values[rows_[k]] <= threshold[f]} << rows_[k];
      take(score, features[f], left).threshold = threshold[f];
    }
  }

  Random random_of(std::uint32_t feature) const { return Random(derive_key(key_, feature + std::uint64_t{1})); }
  double draw(std::uint32_t feature, double low, double high) const {
    Random random = random_of(feature);
    return draw_between(low, high, random);
  }

  // Begins a new best split.
  Split& take(double score, std::uint32_t feature, RowBits left) {
    left_ = left;
    if (best_.details.made() || best_.saw_missing) best_ = {};
    best_.question = Question::number;
    best_.score = score;
    best_.feature = feature;
    return best_;
  }

  // A random cut makes two runs.
  void search_random(const CodedColumn& column, const FewOrder& order, std::uint32_t feature) {
    Row rows[kMost];
    Code codes[kMost];
    for (std::size_t k = 0; k < n_; ++k) {
      rows[k] = orders_.rows()[rows_[k]];
      codes[k] = order.codes[rows_[k]];
    }
    Random random = random_of(feature);
    const RandomCut cut = draw_cut(column, data_.targets, rows, codes, n_, random);
    if (!cut.varies) return;
    runs_.clear();
    const auto side_of = [&](Code code) { return code == kMissing ? kMissing : Code{code > cut.last_left}; };
    for (const Code side : {Code{0}, Code{1}, kMissing})
      for (std::size_t k = 0; k < n_; ++k)
        if (side_of(codes[k]) == side) runs_.add(side, rows_[k]);
    search_runs(feature, [&](std::size_t at, Split& split) { cut.apply(column, at == 1, split); });
  }

  // ask(k, split) makes a split ask for the runs up to k.
  template <class Ask>
  void search_runs(std::uint32_t feature, Ask&& ask) {
    if (runs_.constant()) return;
    varies_ = true;
    const Position position = runs_.scan(n_, weight_, term_);
    if (!rank_.prefers(position.score, feature, best_)) return;
    Split& split = take(position.score, feature, runs_.left_of(position));
    split.saw_missing = runs_.any_missing();
    split.missing_left = position.missing_left;
    ask(position.at, split);
  }

  const FinderOptions& options_;
  const Dataset& data_;
  const Layout layout_;
  const bool limited_;  // a side must have more than a row

  // Of the subtree.
  FewOrders orders_;
  Sum sums_[kMost];
  double y_[kMost];  // numbers

  // Of the node.
  RowBits node_ = 0, left_ = 0;
  std::uint8_t rows_[kMost];
  std::size_t n_ = 0;
  std::uint64_t key_ = 0;
  Sum total_;
  double weight_ = 0, term_ = 0;
  double alone_[2];  // of two rows: the score of each on its own
  NodeFeatures features_;
  FeatureRank rank_;
  Split best_;
  bool varies_ = false;

  FewRuns<Layout, Sum> runs_;  // of the feature at hand
};

}  // namespace spinney
