// Contribution of a row to the sums of a small node, where sums of doubles are exact.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "criterion/summary.h"
#include "split/finder.h"
#include "split/row_sums.h"

namespace spinney {

// Weight and term as a pair. Sums of up to 32 rows are exact with these layouts.
template <class Layout>
struct PairSum {
  using Pair = double __attribute__((vector_size(16)));
  Pair pair{};

  static PairSum of(const Layout& layout, Row r) {
    const auto sum = RowSum<Layout>::of(layout, r);
    return {Pair{sum.weight(layout), sum.term(layout)}};
  }
  std::array<double, 4> keep() const { return {pair[0], pair[1]}; }
  static PairSum kept(const std::array<double, 4>& numbers) {
    return {Pair{numbers[0], numbers[1]}};
  }
  PairSum without(const PairSum& part) const { return {pair - part.pair}; }
  [[gnu::always_inline]] void add(const PairSum& other) { pair += other.pair; }
  // Add another if x <= y.
  [[gnu::always_inline]] void add_if(double x, double y, const PairSum& other) {
    using Mask = std::int64_t __attribute__((vector_size(16)));
    const Mask mask = Pair{x, x} <= Pair{y, y};
    pair += std::bit_cast<Pair>(std::bit_cast<Mask>(other.pair) & mask);
  }
  double weight(const Layout&) const { return pair[0]; }
  double term(const Layout&) const { return pair[1]; }
  // Weights of classes 0 and 1.
  std::array<double, 2> classes(const Layout&) const { return {pair[0] - pair[1], pair[1]}; }
};

// Sums in coarse and fine parts.
template <class Layout>
struct PartSum : RowSum<Layout> {
  static PartSum of(const Layout& layout, Row r) { return {RowSum<Layout>::of(layout, r)}; }
  static PartSum kept(const std::array<double, 4>& numbers) {
    return {RowSum<Layout>::kept(numbers)};
  }
  PartSum without(const PartSum& part) const { return {RowSum<Layout>::without(part)}; }
  void add_if(double x, double y, const PartSum& other) { RowSum<Layout>::add_if(x <= y, other); }
  std::array<double, 2> classes(const Layout& layout) const {
    std::array<double, 2> weights{};
    std::size_t c = 0;
    layout.each_class(this->sums.data(), 0, [&](double weight) { weights[c++] = weight; });
    return weights;
  }
};

template <class Layout>
struct SmallNodeSum {
  using Type = PartSum<Layout>;
};
template <Weights kWeights>
struct SmallNodeSum<IntegerMoment<kWeights>> {
  using Type = PairSum<IntegerMoment<kWeights>>;
};
template <Weights kWeights>
requires(kWeights != Weights::parts) struct SmallNodeSum<BinaryCounts<kWeights>> {
  using Type = PairSum<BinaryCounts<kWeights>>;
};

// Prediction, impurity and purity of a small node from the weights of classes 0 and 1.
inline void set_class_summary(CriterionKind kind, std::size_t n_classes,
                              const std::array<double, 2>& weights, SmallNode& node) {
  node.value = weights;
  node.pure = std::max(weights[0], weights[1]) == node.weight;
  node.impurity = class_impurity(kind, weights.data(), n_classes, node.weight);
  for (double& share : node.value) share /= node.weight;
}

// The same as summarize_lazily() (criterion/summary.h); `y`: per row.
inline void set_number_summary(const double* y, SmallNode& node) {
  const double first = y[std::countr_zero(node.rows)];
  RowBits rest = node.rows & (node.rows - 1);
  while (rest != 0 && y[std::countr_zero(rest)] == first) rest &= rest - 1;
  node.pure = rest == 0;
  node.impurity = node.pure ? 0 : std::numeric_limits<double>::quiet_NaN();
  node.value[0] = first;
}

}  // namespace spinney
