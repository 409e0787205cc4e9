// A sweep holds the two sides of a division of a node while rows or buckets move to the left, and
// scores it. This one serves every criterion whose statistics add up; criterion/absolute_error.h is
// the one that does not.
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
  // Small enough that a scan keeps a copy in registers.
  static constexpr bool kSmall = Layout::kWidth > 0;
  // Positions can be scored in blocks (criterion/block_score.h), and bounded (split/coarse_bins.h).
  static constexpr bool kBlocks = kSmall && std::is_same_v<Formula, BetweenGroups>;
  static constexpr bool kBounds = kBlocks;

  explicit AdditiveSweep(const Targets& targets)
      : layout_(targets), left_(layout_.make()), total_(layout_.make()), right_(layout_.make()) {}

  // Makes rows[0..n) the node that is divided.
  void start_node(const Row* rows, std::size_t n) {
    for (std::size_t j = 0; j < width(); ++j) total_[j] = 0;
    add_rows(layout_, total_.data(), rows, n);
  }
  // A node with these sums.
  void start_node(const typename Layout::Array& total) { total_ = total; }
  // The same node as another sweep's.
  void copy_node(const AdditiveSweep& other) { total_ = other.total_; }

  const double* total() const { return total_.data(); }
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

  // The decrease of impurity times weight, in internal units, that a score of this node stands for.
  double gain(double score) const { return Formula::gain(layout_, total_.data(), score); }

  // For monotone constraints: the first term's mean, in the targets' internal units.
  double left_value() const { return value(left_); }
  double right_value() {
    set_right();
    return value(right_);
  }

  // The most that score() can become while a part of some rows with these sums moves to the left,
  // if no row's mean lies outside [lowest, highest]. The score is convex in (weight, term), so it
  // is largest in a corner of the region that parts can reach: the corners take the lowest, or the
  // highest, rows first.
  void set_range(double lowest, double highest) {
    lowest_ = lowest;
    highest_ = highest;
  }
  double bound(const double* sums) const {
    const double w = layout_.weight(sums), s = layout_.term(sums, 0), spread = highest_ - lowest_;
    const double w_low = spread > 0 ? std::clamp((highest_ * w - s) / spread, 0.0, w) : 0.0;
    const double upper =
        std::max(between(w_low, lowest_ * w_low), between(w - w_low, highest_ * (w - w_low)));
    return upper * (1 + 1e-9);  // rounding must not hide a candidate
  }

  // Positions to be scored together.
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
