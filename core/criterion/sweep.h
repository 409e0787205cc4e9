// A sweep holds both sides of a candidate split while rows or buckets move from right to left, and
// scores it. AdditiveSweep serves every criterion whose statistics are sums;
// criterion/absolute_error.h is the exception.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "base/types.h"
#include "criterion/block_score.h"
#include "criterion/formulas.h"
#include "criterion/sums.h"

namespace spinney {

template <class Formula, class LayoutType>
class AdditiveSweep {
 public:
  using Layout = LayoutType;
  static constexpr bool kAdditive = true;
  // Small enough for a scan to keep a copy in registers.
  static constexpr bool kSmall = Layout::kWidth > 0;
  // Positions can be scored in blocks (criterion/block_score.h) and bounded (split/coarse_bins.h).
  static constexpr bool kBlocks = kSmall && std::is_same_v<Formula, BetweenGroups>;
  static constexpr bool kBounds = kBlocks;
  static constexpr bool kWeightBounds = kBounds;  // bound_of_weight()

  explicit AdditiveSweep(const Targets& targets)
      : layout_(targets), left_(layout_.make()), total_(layout_.make()), right_(layout_.make()) {}

  // Set the node to rows[0..n).
  void start_node(const Row* rows, std::size_t n) {
    for (std::size_t j = 0; j < width(); ++j) total_[j] = 0;
    add_rows(layout_, total_.data(), rows, n);
  }
  // Set the node's sums.
  void start_node(const typename Layout::Array& total) { total_ = total; }
  // Set the same node as another sweep.
  void copy_node(const AdditiveSweep& other) { total_ = other.total_; }

  const double* total() const { return total_.data(); }
  // out = the node's sums - s.
  void subtract_from_node(const double* s, double* out) const {
    for (std::size_t j = 0; j < width(); ++j) out[j] = total_[j] - s[j];
  }
  const Layout& layout() const { return layout_; }
  Layout& layout() { return layout_; }

  void reset() {
    for (std::size_t j = 0; j < width(); ++j) left_[j] = 0;
  }
  void add_row(Row r) { layout_.add_row(left_.data(), r); }
  void add_sums(const double* s) {
    for (std::size_t j = 0; j < width(); ++j) left_[j] += s[j];
  }
  void remove_sums(const double* s) {
    for (std::size_t j = 0; j < width(); ++j) left_[j] -= s[j];
  }

  double left_weight() const { return layout_.weight(left_.data()); }
  double right_weight() const { return total_weight() - left_weight(); }
  double score() {
    set_right();
    return Formula::score(layout_, left_.data(), total_.data(), right_.data());
  }

  // Impurity decrease times weight, in internal units, for a score of this node.
  double gain(double score) const { return Formula::gain(layout_, total_.data(), score); }

  // Mean of the first term in internal units, for monotone constraints.
  double left_value() const { return value(left_); }
  double right_value() {
    set_right();
    return value(right_);
  }

  // Upper bound of score() over all subsets of the rows in `sums` that could move to the left, if
  // every row mean lies in [lowest, highest]. The score is convex in (weight, term), so its maximum
  // is at a corner of the reachable region: the lowest or the highest rows first.
  void set_range(double lowest, double highest) {
    lowest_ = lowest;
    highest_ = highest;
  }
  double bound(const double* sums) const {
    const double w = layout_.weight(sums), s = layout_.term(sums, 0), spread = highest_ - lowest_;
    const double w_low = spread > 0 ? std::clamp((highest_ * w - s) / spread, 0.0, w) : 0.0;
    const double upper =
        std::max(between(w_low, lowest_ * w_low), between(w - w_low, highest_ * (w - w_low)));
    return upper * (1 + 1e-9);  // margin for rounding
  }

  // The same over all splits with at most this weight on one side.
  double bound_of_weight(double w) const {
    if (!(w < total_weight())) return std::numeric_limits<double>::infinity();
    const auto score = [&](double mean) {
      const double d = (mean * total_weight() - layout_.term(total_.data(), 0)) * w;
      return d * d / (w * (total_weight() - w));
    };
    return std::max(score(lowest_), score(highest_)) * (1 + 1e-9);
  }

  // Positions that are scored together.
  struct Block {
    explicit Block(const AdditiveSweep& sweep)
        : total_weight(sweep.total_weight()),
          total_term(sweep.layout_.term(sweep.total_.data(), 0)) {}
    void set(std::size_t i, const AdditiveSweep& sweep) {
      weight[i] = sweep.left_weight();
      term[i] = sweep.layout_.term(sweep.left_.data(), 0);
    }
    double score(std::size_t n, double min_weight, double* scores) const {
      score_between(weight, term, n, total_weight, total_term, scores);
      return best_allowed(weight, n, total_weight, min_weight, scores);
    }
    double total_weight, total_term;
    double weight[kScoreBlock], term[kScoreBlock];
  };

 private:
  double value(const typename Layout::Array& s) const {
    if constexpr (requires { layout_.value(s.data()); })
      return layout_.value(s.data());
    else
      return layout_.term(s.data(), 0) / layout_.weight(s.data());
  }
  void set_right() {
    for (std::size_t j = 0; j < width(); ++j) right_[j] = total_[j] - left_[j];
  }
  double total_weight() const { return layout_.weight(total_.data()); }
  double between(double more_weight, double more_term) const {
    const double w = left_weight() + more_weight, right = total_weight() - w;
    if (!(w > 0 && right > 0)) return -std::numeric_limits<double>::infinity();
    const double d = (layout_.term(left_.data(), 0) + more_term) * total_weight() -
                     layout_.term(total_.data(), 0) * w;
    return d * d / (w * right);
  }

  std::size_t width() const {
    if constexpr (Layout::kWidth > 0)
      return Layout::kWidth;
    else
      return layout_.width();
  }

  Layout layout_;
  typename Layout::Array left_, total_, right_;
  double lowest_ = 0, highest_ = 1;
};

}  // namespace spinney
