// Layouts: how a row of the targets adds to sums, and how sums are read.
//
// Sums are a flat array of doubles: the weight first, then what is counted. All additions are exact
// (criterion/targets.h), so a sum may be built in any order, and the right child's sums are the node's minus the left
// child's.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "criterion/targets.h"

namespace spinney {

// Two classes of one output: {weight, weight of class 1}.
template <bool UnitWeights>
struct BinaryCounts {
  static constexpr std::size_t kWidth = 2;
  using Array = std::array<double, kWidth>;

  explicit BinaryCounts(const Targets& t) : classes(t.binary.data()), weight(t.weight.data()) {}

  std::size_t width() const { return kWidth; }
  static Array make() { return {}; }
  void add_row(double* s, Row r) const {
    const double w = UnitWeights ? 1.0 : weight[r];
    const double is_one = classes[r];  // multiplied, not branched on: the classes of neighbours are unpredictable
    s[0] += w;
    s[1] += UnitWeights ? is_one : w * is_one;
  }

  std::size_t n_terms() const { return 1; }
  double term(const double* s, std::size_t) const { return s[1]; }
  std::pair<double, double> range(const Row*, std::size_t) const { return {0.0, 1.0}; }

  std::size_t n_outputs() const { return 1; }
  template <class F>
  void each_class(const double* s, std::size_t, F&& f) const {
    f(s[0] - s[1]);
    f(s[1]);
  }

  const std::uint8_t* classes;
  const double* weight;
};

// Any number of classes and outputs: {weight, class weights of all outputs one after another}.
struct ClassCounts {
  static constexpr std::size_t kWidth = 0;  // known at run time
  using Array = std::vector<double>;

  explicit ClassCounts(const Targets& t) : targets(t), offsets(t.n_outputs + 1, 1) {
    for (std::size_t k = 0; k < t.n_outputs; ++k) offsets[k + 1] = offsets[k] + t.n_classes[k];
  }

  std::size_t width() const { return offsets.back(); }
  Array make() const { return Array(width()); }
  void add_row(double* s, Row r) const {
    const double w = targets.weight_of(r);
    s[0] += w;
    for (std::size_t k = 0; k < targets.n_outputs; ++k) s[offsets[k] + targets.class_of(r, k)] += w;
  }

  std::size_t n_terms() const { return width() - 1; }
  double term(const double* s, std::size_t j) const { return s[1 + j]; }

  std::size_t n_outputs() const { return targets.n_outputs; }
  template <class F>
  void each_class(const double* s, std::size_t output, F&& f) const {
    for (std::size_t j = offsets[output]; j < offsets[output + 1]; ++j) f(s[j]);
  }

  const Targets& targets;
  std::vector<std::size_t> offsets;
};

// One numeric output: {weight, coarse and fine part of the weighted sum}.
struct Moment {
  static constexpr std::size_t kWidth = 3;
  using Array = std::array<double, kWidth>;

  explicit Moment(const Targets& t) : parts(t.parts.data()), weight(t.unit_weights ? nullptr : t.weight.data()) {}

  std::size_t width() const { return kWidth; }
  static Array make() { return {}; }
  void add_row(double* s, Row r) const {
    s[0] += weight ? weight[r] : 1.0;
    s[1] += parts[std::size_t{2} * r];
    s[2] += parts[std::size_t{2} * r + 1];
  }
  std::size_t n_terms() const { return 1; }
  double term(const double* s, std::size_t) const { return s[1] + s[2]; }
  // The smallest and largest mean of a row.
  std::pair<double, double> range(const Row* rows, std::size_t n) const {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 0; i < n; ++i) {
      const double mean =
          (parts[std::size_t{2} * rows[i]] + parts[std::size_t{2} * rows[i] + 1]) / (weight ? weight[rows[i]] : 1.0);
      low = std::min(low, mean);
      high = std::max(high, mean);
    }
    return {low, high};
  }

  const double* parts;
  const double* weight;
};

// Several numeric outputs.
struct Moments {
  static constexpr std::size_t kWidth = 0;
  using Array = std::vector<double>;

  explicit Moments(const Targets& t) : targets(t) {}

  std::size_t width() const { return 1 + 2 * targets.n_outputs; }
  Array make() const { return Array(width()); }
  void add_row(double* s, Row r) const {
    s[0] += targets.weight_of(r);
    const std::size_t m = 2 * targets.n_outputs;
    const double* part = &targets.parts[r * m];
    for (std::size_t j = 0; j < m; ++j) s[1 + j] += part[j];
  }
  std::size_t n_terms() const { return targets.n_outputs; }
  double term(const double* s, std::size_t j) const { return s[1 + 2 * j] + s[2 + 2 * j]; }

  const Targets& targets;
};

}  // namespace spinney
