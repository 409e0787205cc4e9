// Sweep for class counts: one output, weights of 1 or small multiples of a unit. Each side keeps
// the sum of phi(count) over its classes and a row changes one count per side, so moving a row
// costs the same for any number of classes. Counts are integers and phi lies on a grid, so the
// running sums are exact.
#pragma once

#include <limits>
#include <vector>

#include "criterion/block_score.h"
#include "criterion/sums.h"

namespace spinney {

// Gini: score = sum of squared counts / weight, per side; for Targets::exact_squares.
struct SquaredCounts {
  static constexpr bool kBounds = true;
  explicit SquaredCounts(const Targets&) {}
  double phi(std::size_t count) const {
    return static_cast<double>(count) * static_cast<double>(count);
  }
  void score(const double* left, const double* right, const double* n_left, std::size_t n,
             double n_total, double* scores) const {
    score_squares(left, right, n_left, n, n_total, scores);
  }
  double undivided(double sum, double n) const { return sum / n; }
};

// Entropy in bits, from a table of x log2 x.
struct EntropyCounts {
  static constexpr bool kBounds = false;
  explicit EntropyCounts(const Targets& t) : table(t.xlog2x->data()) {}
  double phi(std::size_t count) const { return table[count]; }
  void score(const double* left, const double* right, const double* n_left, std::size_t n,
             double n_total, double* scores) const {
    for (std::size_t i = 0; i < n; ++i) {
      const auto l = static_cast<std::size_t>(n_left[i]),
                 r = static_cast<std::size_t>(n_total - n_left[i]);
      scores[i] = (left[i] - table[l]) + (right[i] - table[r]);
    }
  }
  double undivided(double sum, double n) const { return sum - table[static_cast<std::size_t>(n)]; }
  const double* table;
};

template <class Measure>
class CountSweep {
 public:
  using Layout = ClassCounts;
  static constexpr bool kAdditive = true;
  static constexpr bool kSmall = false;
  static constexpr bool kBlocks = true;
  static constexpr bool kBounds = false;
  static constexpr bool kWeightBounds = Measure::kBounds;

  explicit CountSweep(const Targets& targets)
      : layout_(targets),
        measure_(targets),
        unit_(targets.multiple_unit),
        total_(targets.n_classes[0]),
        left_(total_),
        right_(total_) {}

  void start_node(const Row* rows, std::size_t n) {
    total_.assign(total_.size(), 0);
    const Targets& t = layout_.targets;
    for (std::size_t i = 0; i < n; ++i) total_[t.class_of(rows[i], 0)] += t.multiple_of(rows[i]);
    if constexpr (kWeightBounds) {
      n_node_ = node_squares_ = 0;
      for (const auto c : total_) {
        n_node_ += static_cast<double>(c);
        node_squares_ += measure_.phi(c);
      }
    }
  }
  void copy_node(const CountSweep& other) {
    total_ = other.total_;
    n_node_ = other.n_node_;
    node_squares_ = other.node_squares_;
  }
  // out = the node's sums - s; the weight, which no sum of this sweep needs, is left out.
  void subtract_from_node(const double* s, double* out) const {
    for (std::size_t k = 0; k < total_.size(); ++k)
      out[1 + k] = static_cast<double>(total_[k]) - s[1 + k];
  }
  const Layout& layout() const { return layout_; }

  void reset() {
    n_left_ = n_right_ = 0;
    left_sum_ = right_sum_ = 0;
    for (std::size_t k = 0; k < total_.size(); ++k) {
      left_[k] = 0;
      right_[k] = total_[k];
      n_right_ += total_[k];
      right_sum_ += measure_.phi(total_[k]);
    }
  }
  void add_row(Row r) {
    const Targets& t = layout_.targets;
    move(t.class_of(r, 0), static_cast<std::ptrdiff_t>(t.multiple_of(r)));
  }
  void add_sums(const double* s) {
    for (std::size_t k = 0; k < total_.size(); ++k)
      if (s[1 + k] > 0) move(k, static_cast<std::ptrdiff_t>(s[1 + k]));
  }
  void remove_sums(const double* s) {
    for (std::size_t k = 0; k < total_.size(); ++k)
      if (s[1 + k] > 0) move(k, -static_cast<std::ptrdiff_t>(s[1 + k]));
  }

  double left_weight() const { return static_cast<double>(n_left_) * unit_; }
  double right_weight() const { return static_cast<double>(n_right_) * unit_; }
  double score() const {
    double score;
    const auto n_left = static_cast<double>(n_left_);
    measure_.score(&left_sum_, &right_sum_, &n_left, 1, n_left + static_cast<double>(n_right_),
                   &score);
    return score;
  }
  double gain(double score) const {
    double undivided = 0, n = 0;
    for (const auto c : total_) {
      undivided += measure_.phi(c);
      n += static_cast<double>(c);
    }
    return (score - measure_.undivided(undivided, n)) * unit_;
  }
  // Upper bound of score() over all splits with at most this weight on one side: that side is pure,
  // and the other has all rows of each class.
  double bound_of_weight(double weight) const requires kWeightBounds {
    const double side = weight / unit_;
    if (!(side < n_node_)) return std::numeric_limits<double>::infinity();
    return (side + node_squares_ / (n_node_ - side)) * (1 + 1e-9);
  }
  // Share of the second class, for monotone constraints (two classes only).
  double left_value() const { return static_cast<double>(left_[1]) / static_cast<double>(n_left_); }
  double right_value() const {
    return static_cast<double>(right_[1]) / static_cast<double>(n_right_);
  }

  // Positions that are scored together.
  struct Block {
    explicit Block(const CountSweep& sweep) : measure(sweep.measure_), unit(sweep.unit_) {
      for (const auto c : sweep.total_) n_total += static_cast<double>(c);
    }
    void set(std::size_t i, const CountSweep& sweep) {
      left[i] = sweep.left_sum_;
      right[i] = sweep.right_sum_;
      n_left[i] = static_cast<double>(sweep.n_left_);
    }
    double score(std::size_t n, double min_weight, double* scores) const {
      measure.score(left, right, n_left, n, n_total, scores);
      return best_allowed(n_left, n, n_total, min_weight / unit, scores);
    }
    Measure measure;
    double unit, n_total = 0;
    double left[kScoreBlock], right[kScoreBlock], n_left[kScoreBlock];
  };

 private:
  void move(std::size_t k, std::ptrdiff_t n) {
    const std::size_t l = left_[k], r = right_[k];
    left_sum_ += measure_.phi(left_[k] = l + n) - measure_.phi(l);
    right_sum_ += measure_.phi(right_[k] = r - n) - measure_.phi(r);
    n_left_ += n;
    n_right_ -= n;
  }

  Layout layout_;
  Measure measure_;
  double unit_;
  std::vector<std::size_t> total_, left_, right_;
  std::size_t n_left_ = 0, n_right_ = 0;
  double left_sum_ = 0, right_sum_ = 0;
  double n_node_ = 0, node_squares_ = 0;  // for bound_of_weight()
};

}  // namespace spinney
