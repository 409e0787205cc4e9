// Layouts: which sums a node keeps, how a row adds to them, and how they are read.
//
// Sums are a flat array of doubles. Additions are exact (criterion/targets.h), so the order of rows
// does not matter and the right child's sums are the node's minus the left child's. Weights other
// than 1 and numeric targets have a coarse and a fine part.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "criterion/targets.h"

namespace spinney {

// Add rows, by the layout's own loop if it has one.
template <class Layout>
void add_rows(const Layout& layout, double* sums, const Row* rows, std::size_t n) {
  if constexpr (requires { layout.add_rows(sums, rows, n); })
    layout.add_rows(sums, rows, n);
  else
    for (std::size_t i = 0; i < n; ++i) layout.add_row(sums, rows[i]);
}

// Two classes, one output: {weight, weight of class 1}, and the same of the fine parts if there are
// any.
template <Weights kWeights>
struct BinaryCounts {
  static constexpr bool kParts = kWeights == Weights::parts;
  static constexpr std::size_t kWidth = kParts ? 4 : 2;
  // both classes contribute equally to Gini, only one is summed
  static constexpr double kGiniShare = 2;
  using Array = std::array<double, kWidth>;

  explicit BinaryCounts(const Targets& t)
      : classes(t.binary.data()),
        multiples(t.multiples.data()),
        weights(t.weight_parts.data()),
        unit(t.multiple_unit) {}

  std::size_t width() const { return kWidth; }
  static Array make() { return {}; }
  void add_row(double* s, Row r) const {
    // Multiplied instead of branched on: the class is unpredictable.
    const double is_one = classes[r];
    if constexpr (kParts) {
      const double* w = weights + std::size_t{2} * r;
      s[0] += w[0];
      s[1] += w[0] * is_one;
      s[2] += w[1];
      s[3] += w[1] * is_one;
    } else {
      const double w = kWeights == Weights::unit ? 1.0 : multiples[r];
      s[0] += w;
      s[1] += w * is_one;
    }
  }

  void count_row(std::int64_t& all, std::int64_t& ones, Row r) const requires(!kParts) {
    const std::int64_t m = kWeights == Weights::unit ? 1 : multiples[r];
    all += m;
    ones += m * classes[r];
  }

  // Integer sums are faster.
  void add_rows(double* s, const Row* rows, std::size_t n) const {
    if constexpr (kParts) {
      for (std::size_t i = 0; i < n; ++i) add_row(s, rows[i]);
    } else {
      std::int64_t all = 0, ones = 0;
      for (std::size_t i = 0; i < n; ++i) count_row(all, ones, rows[i]);
      s[0] += static_cast<double>(all);
      s[1] += static_cast<double>(ones);
    }
  }

  double weight(const double* s) const { return sum(s, 0); }
  std::size_t n_terms() const { return 1; }
  double term(const double* s, std::size_t) const { return sum(s, 1); }
  std::pair<double, double> range(const Row*, std::size_t) const { return {0.0, 1.0}; }

  std::size_t n_outputs() const { return 1; }
  template <class F>
  void each_class(const double* s, std::size_t, F&& f) const {
    if constexpr (kParts)
      f((s[0] - s[1]) + (s[kWidth - 2] - s[kWidth - 1]));
    else
      f((s[0] - s[1]) * unit);
    f(term(s, 0));
  }

  const std::uint8_t* classes;
  const std::uint16_t* multiples;
  const double* weights;
  double unit;

 private:
  double sum(const double* s, std::size_t at) const {
    if constexpr (kParts) return s[at] + s[kWidth - 2 + at];
    return kWeights == Weights::unit ? s[at] : s[at] * unit;
  }
};

// Any number of classes and outputs: {weight, class weights of all outputs}, and the same of the
// fine parts.
struct ClassCounts {
  static constexpr std::size_t kWidth = 0;  // known at run time only
  static constexpr double kGiniShare = 1;
  using Array = std::vector<double>;

  explicit ClassCounts(const Targets& t)
      : targets(t),
        weights(t.weights() == Weights::parts ? t.weight_parts.data() : nullptr),
        unit(t.multiple_unit),
        offsets(t.n_outputs + 1, 1) {
    for (std::size_t k = 0; k < t.n_outputs; ++k) offsets[k + 1] = offsets[k] + t.n_classes[k];
    half = offsets.back();
  }

  std::size_t width() const { return weights ? 2 * half : half; }
  Array make() const { return Array(width()); }
  void add_row(double* s, Row r) const {
    add(s, r, weights ? weights[std::size_t{2} * r] : static_cast<double>(targets.multiple_of(r)));
    if (weights) add(s + half, r, weights[std::size_t{2} * r + 1]);
  }

  double weight(const double* s) const { return weights ? s[0] + s[half] : s[0] * unit; }
  std::size_t n_terms() const { return half - 1; }
  double term(const double* s, std::size_t j) const {
    return weights ? s[1 + j] + s[half + 1 + j] : s[1 + j] * unit;
  }

  std::size_t n_outputs() const { return targets.n_outputs; }
  template <class F>
  void each_class(const double* s, std::size_t output, F&& f) const {
    for (std::size_t j = offsets[output]; j < offsets[output + 1]; ++j) f(term(s, j - 1));
  }

  const Targets& targets;
  const double* weights;  // null: weights are multiples of the unit
  double unit;
  std::vector<std::size_t> offsets;
  std::size_t half = 0;

 private:
  void add(double* s, Row r, double w) const {
    s[0] += w;
    if (targets.n_outputs == 1) {
      s[1 + targets.class_of(r, 0)] += w;
    } else {
      for (std::size_t k = 0; k < targets.n_outputs; ++k)
        s[offsets[k] + targets.class_of(r, k)] += w;
    }
  }
};

// One numeric output: {weight, coarse and fine part of the weighted sum}, and the fine part of the
// weight if there is one.
template <Weights kWeights>
struct Moment {
  static constexpr bool kParts = kWeights == Weights::parts;
  static constexpr std::size_t kWidth = kParts ? 4 : 3;
  static constexpr double kGiniShare = 1;
  using Array = std::array<double, kWidth>;

  explicit Moment(const Targets& t)
      : parts(t.parts.data()),
        multiples(t.multiples.data()),
        weights(t.weight_parts.data()),
        unit(t.multiple_unit) {}

  std::size_t width() const { return kWidth; }
  static Array make() { return {}; }
  // Sums of a single row.
  void put_row(double* s, Row r) const {
    const std::size_t at = std::size_t{2} * r;
    if constexpr (kParts) {
      s[0] = weights[at];
      s[kWidth - 1] = weights[at + 1];
    } else {
      s[0] = kWeights == Weights::unit ? 1.0 : multiples[r];
    }
    s[1] = parts[at];
    s[2] = parts[at + 1];
  }
  void add_row(double* s, Row r) const {
    Array row;
    put_row(row.data(), r);
    for (std::size_t j = 0; j < kWidth; ++j) s[j] += row[j];
  }
  // Two independent accumulators; the sums are exact, so the order does not matter.
  void add_rows(double* s, const Row* rows, std::size_t n) const {
    Array one{}, two{};
    for (std::size_t i = 0; i + 1 < n; i += 2) {
      add_row(one.data(), rows[i]);
      add_row(two.data(), rows[i + 1]);
    }
    if (n % 2 == 1) add_row(one.data(), rows[n - 1]);
    for (std::size_t j = 0; j < kWidth; ++j) s[j] += one[j] + two[j];
  }

  double weight(const double* s) const {
    if constexpr (kParts) return s[0] + s[kWidth - 1];
    return kWeights == Weights::unit ? s[0] : s[0] * unit;
  }
  std::size_t n_terms() const { return 1; }
  double term(const double* s, std::size_t) const { return s[1] + s[2]; }
  // Minimum and maximum over the rows of the row mean.
  std::pair<double, double> range(const Row* rows, std::size_t n) const {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 0; i < n; ++i) {
      Array s{};
      add_row(s.data(), rows[i]);
      const double mean = term(s.data(), 0) / weight(s.data());
      low = std::min(low, mean);
      high = std::max(high, mean);
    }
    return {low, high};
  }

  const double* parts;
  const std::uint16_t* multiples;
  const double* weights;
  double unit;
};

// A Moment whose two parts are also stored as one integer (Targets::whole).
template <Weights kWeights>
struct IntegerMoment : Moment<kWeights> {
  explicit IntegerMoment(const Targets& t)
      : Moment<kWeights>(t), whole(t.whole.data()), step(t.integer_step) {}
  const std::int64_t* whole;
  double step;
};

// Boosting: {hessian, gradient} as integers.
struct GradientPair {
  static constexpr std::size_t kWidth = 2;
  static constexpr double kGiniShare = 1;
  using Array = std::array<double, kWidth>;

  explicit GradientPair(const Targets& t) : gradients(t.gradients), penalty(t.gradients.penalty) {}

  std::size_t width() const { return kWidth; }
  static Array make() { return {}; }
  void add_row(double* s, Row r) const {
    s[0] += gradients.pairs[std::size_t{2} * r];
    s[1] += gradients.pairs[std::size_t{2} * r + 1];
  }
  double weight(const double* s) const { return s[0]; }
  std::size_t n_terms() const { return 1; }
  double term(const double* s, std::size_t) const { return s[1]; }
  // Leaf value.
  double value(const double* s) const { return newton_value(s[1], s[0], gradients.penalty); }

  const GradientTargets& gradients;
  NewtonPenalty penalty;  // of the current feature
};

// Several numeric outputs: {weight, its fine part, coarse and fine part of each weighted sum}.
struct Moments {
  static constexpr std::size_t kWidth = 0;
  static constexpr double kGiniShare = 1;
  using Array = std::vector<double>;

  explicit Moments(const Targets& t) : targets(t) {}

  std::size_t width() const { return 2 + 2 * targets.n_outputs; }
  Array make() const { return Array(width()); }
  void add_row(double* s, Row r) const {
    s[0] += targets.weight_part(r, 0);
    s[1] += targets.weight_part(r, 1);
    const std::size_t m = 2 * targets.n_outputs;
    const double* part = &targets.parts[r * m];
    for (std::size_t j = 0; j < m; ++j) s[2 + j] += part[j];
  }
  double weight(const double* s) const { return s[0] + s[1]; }
  std::size_t n_terms() const { return targets.n_outputs; }
  double term(const double* s, std::size_t j) const { return s[2 + 2 * j] + s[3 + 2 * j]; }

  const Targets& targets;
};

}  // namespace spinney
