// The search in a subtree of at most 32 rows. The rows of a node are bits of a word. A feature is sorted once for all
// nodes of the subtree: the places of a node's rows in that order, as bits again, are the rows sorted. What is found is
// what split/feature_search.h finds.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "criterion/block_score.h"
#include "split/candidates.h"
#include "split/few_orders.h"
#include "split/finder.h"
#include "split/node_features.h"
#include "split/random_cut.h"
#include "split/row_sums.h"
#include "split/search_worker.h"

namespace spinney {

// use(i) for every bit that is set, the lowest first.
template <class Use>
void each_bit(RowBits bits, Use&& use) {
  for (; bits != 0; bits &= bits - 1) use(static_cast<std::size_t>(std::countr_zero(bits)));
}
inline RowBits bit_of(std::size_t i) { return RowBits{1} << i; }
// std::popcount without a call: not every CPU has an instruction for it.
inline std::uint32_t count_bits(RowBits bits) {
  bits -= bits >> 1 & 0x55555555u;
  bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
  return ((bits + (bits >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24;
}

template <class Layout>
class FewRowsSearch final : public FewRowsFinder {
 public:
  FewRowsSearch(const FinderOptions& options, const Dataset& data)
      : options_(options),
        data_(data),
        layout_(data.targets),
        limited_(options.min_samples_leaf > 1 || options.min_weight_leaf > 0),
        orders_(data, options.random_splits) {}

  FewNode start(const NodeRows& root) override {
    orders_.start(root);
    Sum total;
    for (std::size_t i = 0; i < root.size(); ++i) {
      sums_[i] = Sum::of(layout_, orders_.rows()[i]);
      if (!data_.targets.y.empty()) y_[i] = data_.targets.y[orders_.rows()[i]];
      total.add(sums_[i]);
    }
    return node_of(~RowBits{0} >> (kMost - root.size()), total);
  }

  Split* find(const FewNode& node, std::uint64_t key, FewNode (&children)[2]) override {
    start_node(node, key);
    const std::size_t wanted = features_.start(options_, data_.matrix.columns.size(), key), n = features_.size();
    rank_ = {wanted < n ? features_.ties_key(key) : 0};
    for (std::size_t i = 0; i < wanted; ++i) search(features_[i]);
    for (std::size_t i = wanted; i < n && !varies_; ++i) {
      features_.draw(i);
      search(features_[i]);
    }
    if (!best_.found()) return nullptr;
    for (const Code code : {best_.last_left, best_.first_right})
      prefetch_value(data_.matrix.columns[best_.feature], code);
    part(children);
    set_thresholds(data_.matrix, best_);
    return &best_;
  }

 private:
  using Sum = RowSum<Layout>;

  // The rows of a node that share a code.
  struct Run {
    Sum sum;
    double mean = 0;
    RowBits rows = 0;
    std::size_t n_rows = 0;
    Code code = 0;
  };

  void start_node(const FewNode& node, std::uint64_t key) {
    node_ = node.rows;
    n_node_ = node.n_rows;
    key_ = key;
    varies_ = false;
    best_.score = Split{}.score;
    total_ = Sum::kept(node.sums);
    weight_ = total_.weight(layout_);
    term_ = total_.term(layout_);
    if (n_node_ == 2)
      each_bit(node_, [&](std::size_t i) {
        alone_[i] = between_groups(sums_[i].weight(layout_), sums_[i].term(layout_), weight_, term_);
      });
  }

  // Of the side of fewer rows the sums are added up; the other has the rest.
  void part(FewNode (&children)[2]) const {
    const RowBits right = node_ & ~left_;
    const bool left_is_less = 2 * count_bits(left_) <= n_node_;
    Sum less;
    each_bit(left_is_less ? left_ : right, [&](std::size_t i) { less.add(sums_[i]); });
    const Sum more = total_.without(less);
    children[0] = node_of(left_, left_is_less ? less : more);
    children[1] = node_of(right, left_is_less ? more : less);
  }

  FewNode node_of(RowBits rows, const Sum& sum) const {
    FewNode node;
    node.rows = rows;
    node.n_rows = count_bits(rows);
    node.sums = sum.keep();
    node.weight = sum.weight(layout_);
    if constexpr (requires { layout_.classes; })
      outline_classes(sum, node);
    else
      outline_number(sum, node);
    return node;
  }

  void outline_classes(const Sum& sum, FewNode& node) const {
    std::size_t c = 0;
    layout_.each_class(sum.array(layout_).data(), 0, [&](double weight) { node.value[c++] = weight; });
    node.pure = std::max(node.value[0], node.value[1]) == node.weight;
    node.impurity = class_impurity(options_.criterion, node.value.data(), data_.targets.n_classes[0], node.weight);
    for (double& share : node.value) share /= node.weight;
  }

  void outline_number(const Sum& sum, FewNode& node) const {
    const double first = y_[std::countr_zero(node.rows)];
    RowBits rest = node.rows & (node.rows - 1);
    while (rest != 0 && y_[std::countr_zero(rest)] == first) rest &= rest - 1;
    node.pure = rest == 0;
    node.impurity = node.pure ? 0 : std::numeric_limits<double>::quiet_NaN();
    node.value[0] = node.pure ? first : mean_of_sum(data_.targets, sum.term(layout_), node.weight);
  }

  void search(std::uint32_t feature) {
    const CodedColumn& column = data_.matrix.columns[feature];
    const FewOrder& order = orders_.of(feature);
    if (options_.random_splits) {
      Random random(derive_key(key_, feature + std::uint64_t{1}));
      if (FewOrders::single_values(column) && !order.missing && !limited_)
        return search_plain_random(order, random, feature);
      return search_random(column, order, random, feature);
    }
    const bool plain = !column.categorical && !order.missing && !limited_;
    if (plain && n_node_ == 2) return search_two(order, feature);
    RowBits places = 0;
    each_bit(node_, [&](std::size_t i) { places |= bit_of(order.place[i]); });
    if (plain) return search_plain(order, places, feature);
    collect_runs(order, places);
    if (column.categorical) sort_levels();
    search_runs(feature, [&](std::size_t at, Split& split) {
      if (column.categorical) {
        split.question = Question::category;
        split.details.make().left_categories = first_codes(at + 1);
        split.details.make().present_categories = first_codes(n_runs_);
      } else {
        ask_between(runs_[at].code, at + 1 < n_runs_ ? runs_[at + 1].code : kMissing, split);
      }
    });
  }

  // Two rows are told apart by any feature that varies.
  void search_two(const FewOrder& order, std::uint32_t feature) {
    const auto a = static_cast<std::size_t>(std::countr_zero(node_)),
               b = static_cast<std::size_t>(std::countr_zero(node_ & (node_ - 1)));
    const Code of_a = order.codes[order.place[a]], of_b = order.codes[order.place[b]];
    if (of_a == of_b) return;
    varies_ = true;
    const std::size_t left = of_a < of_b ? a : b;
    if (rank_.prefers(alone_[left], feature, best_))
      ask_between(std::min(of_a, of_b), std::max(of_a, of_b), take(alone_[left], feature, bit_of(left)));
  }

  // What most searches are: of numbers that all rows have. One pass, without a branch on what the numbers are: no CPU
  // could guess them.
  void search_plain(const FewOrder& order, const RowBits places, std::uint32_t feature) {
    auto place = static_cast<std::size_t>(std::countr_zero(places));
    Code code = order.codes[place];
    if (code == order.codes[std::bit_width(places) - 1u]) return;
    varies_ = true;
    Sum sum;
    RowBits left = 0, best_left = 0;
    std::size_t after = 0;   // the best position: the place behind it
    std::uint64_t best = 0;  // its score, as bits: scores are not negative, so that these are as ordered as they are
    for (RowBits rest = places & (places - 1); rest != 0; rest &= rest - 1) {
      const std::size_t row = order.row[place];
      sum.add(sums_[row]);
      left |= bit_of(row);
      place = static_cast<std::size_t>(std::countr_zero(rest));
      const Code next = order.codes[place];
      const double score = between_groups(sum.weight(layout_), sum.term(layout_), weight_, term_);
      const std::uint64_t bits = next != code ? std::bit_cast<std::uint64_t>(score) + 1 : 0;
      const bool better = bits > best;
      code = next;
      best = better ? bits : best;
      best_left = better ? left : best_left;
      after = better ? place : after;
    }
    const auto score = std::bit_cast<double>(best - 1);
    if (!rank_.prefers(score, feature, best_)) return;
    const std::size_t before = std::bit_width(places & (bit_of(after) - 1)) - 1u;
    ask_between(order.codes[before], order.codes[after], take(score, feature, best_left));
  }

  // The same of random thresholds.
  void search_plain_random(const FewOrder& order, Random& random, std::uint32_t feature) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    each_bit(node_, [&](std::size_t i) {
      low = std::min(low, order.values[i]);
      high = std::max(high, order.values[i]);
    });
    if (!(low < high)) return;
    varies_ = true;
    const double threshold = draw_between(low, high, random);
    Sum sum;
    RowBits left = 0;
    each_bit(node_, [&](std::size_t i) {
      const bool goes_left = order.values[i] <= threshold;
      sum.add_if(goes_left, sums_[i]);
      left |= static_cast<RowBits>(goes_left) << i;
    });
    const double score = between_groups(sum.weight(layout_), sum.term(layout_), weight_, term_);
    if (rank_.prefers(score, feature, best_)) take(score, feature, left).threshold = threshold;
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

  static void ask_between(Code last_left, Code first_right, Split& split) {
    split.last_left = last_left;
    split.first_right = first_right;
    split.threshold = std::numeric_limits<double>::quiet_NaN();
  }

  void collect_runs(const FewOrder& order, RowBits places) {
    n_runs_ = 0;
    missing_ = {};
    each_bit(places, [&](std::size_t p) {
      const Code code = order.codes[p];
      if (code == kMissing) return add(missing_, order.row[p]);
      if (n_runs_ == 0 || runs_[n_runs_ - 1].code != code) runs_[n_runs_++] = {{}, 0, 0, 0, code};
      add(runs_[n_runs_ - 1], order.row[p]);
    });
  }

  void add(Run& run, std::size_t row) const {
    run.sum.add(sums_[row]);
    run.rows |= bit_of(row);
    ++run.n_rows;
  }

  void sort_levels() {
    for (std::size_t k = 0; k < n_runs_; ++k) runs_[k].mean = runs_[k].sum.term(layout_) / runs_[k].sum.weight(layout_);
    std::sort(runs_, runs_ + n_runs_,
              [](const Run& a, const Run& b) { return a.mean < b.mean || (a.mean == b.mean && a.code < b.code); });
  }

  // A random cut makes two runs.
  void search_random(const CodedColumn& column, const FewOrder& order, Random& random, std::uint32_t feature) {
    std::size_t n = 0;
    each_bit(node_, [&](std::size_t i) {
      node_rows_[n] = orders_.rows()[i];
      codes_[n++] = order.codes[i];
    });
    const RandomCut cut = draw_cut(column, data_.targets, node_rows_, codes_, n, random);
    if (!cut.varies) return;
    runs_[0] = runs_[1] = missing_ = {};
    n = 0;
    each_bit(node_, [&](std::size_t i) {
      const Code code = codes_[n++];
      add(code == kMissing ? missing_ : runs_[code > cut.last_left], i);
    });
    n_runs_ = runs_[1].rows != 0 ? 2 : 1;
    search_runs(feature, [&](std::size_t at, Split& split) { cut.apply(column, at == 1, split); });
  }

  // ask(k, split) makes a split ask for the runs up to k.
  template <class Ask>
  void search_runs(std::uint32_t feature, Ask&& ask) {
    if (n_runs_ + (missing_.rows != 0) < 2 || n_runs_ == 0) return;
    varies_ = true;
    const Position position = scan_runs();
    if (!rank_.prefers(position.score, feature, best_)) return;
    RowBits left = position.missing_left ? missing_.rows : 0;
    for (std::size_t k = 0; k <= position.at; ++k) left |= runs_[k].rows;
    Split& split = take(position.score, feature, left);
    split.saw_missing = missing_.rows != 0;
    split.missing_left = position.missing_left;
    ask(position.at, split);
  }

  // As scan() does it (split/scan.h).
  Position scan_runs() const {
    Position best;
    const std::size_t least = options_.min_samples_leaf;
    for (const bool missing_left : {false, true}) {
      if (missing_left && missing_.rows == 0) break;
      Sum left = missing_left ? missing_.sum : Sum{};
      std::size_t n_left = missing_left ? missing_.n_rows : 0;
      const std::size_t n_positions = n_runs_ - (missing_left || missing_.rows == 0);
      for (std::size_t k = 0; k < n_positions; ++k) {
        left.add(runs_[k].sum);
        n_left += runs_[k].n_rows;
        const double w = left.weight(layout_);
        if (n_left < least || n_node_ - n_left < least) continue;
        if (w < options_.min_weight_leaf || weight_ - w < options_.min_weight_leaf) continue;
        const double score = between_groups(w, left.term(layout_), weight_, term_);
        if (score > best.score) best = {score, k, missing_left};
      }
    }
    return best;
  }

  std::vector<Code> first_codes(std::size_t n) const {
    std::vector<Code> codes;
    for (std::size_t k = 0; k < n; ++k) codes.push_back(runs_[k].code);
    std::sort(codes.begin(), codes.end());
    return codes;
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
  std::uint64_t key_ = 0;
  Sum total_;
  double weight_ = 0, term_ = 0;
  double alone_[kMost];  // of two rows: the score of each on its own
  std::size_t n_node_ = 0;
  NodeFeatures features_;
  FeatureRank rank_;
  Split best_;
  bool varies_ = false;

  // Of the feature at hand.
  Run runs_[kMost], missing_;
  std::size_t n_runs_ = 0;
  Row node_rows_[kMost];
  Code codes_[kMost];
};

}  // namespace spinney
