// Contribution of each row to a node's sums, gathered once per node for all features: the targets
// themselves are scattered in memory. For layouts with one term.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "criterion/sums.h"

namespace spinney {

// Sums of a row or of a bin of rows: doubles, or two counts in one word.
template <class Layout>
struct RowSum {
  // An even number of doubles: they are added in pairs.
  static constexpr std::size_t kPaddedWidth = (Layout::kWidth + 1) / 2 * 2;
  std::array<double, kPaddedWidth> sums{};

  static RowSum of(const Layout& layout, Row r) {
    RowSum sum;
    if constexpr (requires { layout.put_row(sum.sums.data(), r); })
      layout.put_row(sum.sums.data(), r);
    else
      layout.add_row(sum.sums.data(), r);
    return sum;
  }
  // Opaque copy for SmallNode::sums.
  std::array<double, 4> keep() const {
    std::array<double, 4> kept{};
    std::copy(sums.begin(), sums.end(), kept.begin());
    return kept;
  }
  static RowSum kept(const std::array<double, 4>& numbers) {
    RowSum sum;
    std::copy_n(numbers.begin(), kPaddedWidth, sum.sums.begin());
    return sum;
  }
  RowSum without(const RowSum& part) const {
    RowSum rest = *this;
    for (std::size_t j = 0; j < kPaddedWidth; ++j) rest.sums[j] -= part.sums[j];
    return rest;
  }
  [[gnu::always_inline]] void add(const RowSum& other) {
    // A local copy: the compiler knows that nothing aliases it.
    auto both = sums;
    for (std::size_t j = 0; j < both.size(); ++j) both[j] += other.sums[j];
    sums = both;
  }
  double weight(const Layout& layout) const { return layout.weight(sums.data()); }
  double term(const Layout& layout) const { return layout.term(sums.data(), 0); }
  typename Layout::Array array(const Layout&) const {
    typename Layout::Array array;
    std::copy_n(sums.begin(), array.size(), array.begin());
    return array;
  }
  // Add another if `yes`.
  void add_if(bool yes, const RowSum& other) {
    const std::uint64_t mask = -static_cast<std::uint64_t>(yes);
    for (std::size_t j = 0; j < sums.size(); ++j)
      sums[j] += std::bit_cast<double>(std::bit_cast<std::uint64_t>(other.sums[j]) & mask);
  }
};

template <Weights kWeights>
requires(kWeights != Weights::parts) struct RowSum<BinaryCounts<kWeights>> {
  using Layout = BinaryCounts<kWeights>;
  // Total in the low half, class 1 in the high half. Multiples of all rows sum to less than 2^31.
  std::uint64_t word = 0;

  static RowSum of(const Layout& layout, Row r) {
    const std::uint64_t times = kWeights == Weights::unit ? 1 : layout.multiples[r];
    return {times << (layout.classes[r] * 32) | times};
  }
  std::array<double, 4> keep() const { return {std::bit_cast<double>(word)}; }
  static RowSum kept(const std::array<double, 4>& numbers) {
    return {std::bit_cast<std::uint64_t>(numbers[0])};
  }
  RowSum without(const RowSum& part) const { return {word - part.word}; }
  void add(const RowSum& other) { word += other.word; }
  void add_if(bool yes, const RowSum& other) { word += yes ? other.word : 0; }
  double weight(const Layout& layout) const {
    return static_cast<double>(word & 0xFFFFFFFFu) * layout.unit;
  }
  double term(const Layout& layout) const { return static_cast<double>(word >> 32) * layout.unit; }
  typename Layout::Array array(const Layout&) const {
    return {static_cast<double>(word & 0xFFFFFFFFu), static_cast<double>(word >> 32)};
  }
};

// Two integers, read as the same doubles, bit for bit.
template <Weights kWeights>
struct RowSum<IntegerMoment<kWeights>> {
  using Layout = IntegerMoment<kWeights>;
  using Pair = std::int64_t __attribute__((vector_size(16)));
  Pair pair{};  // multiples, steps

  static RowSum of(const Layout& layout, Row r) {
    RowSum sum;
    std::memcpy(&sum.pair, layout.whole + std::size_t{2} * r, sizeof sum.pair);
    return sum;
  }
  std::array<double, 4> keep() const {
    return {std::bit_cast<double>(pair[0]), std::bit_cast<double>(pair[1])};
  }
  static RowSum kept(const std::array<double, 4>& numbers) {
    RowSum sum;
    std::memcpy(&sum.pair, numbers.data(), sizeof sum.pair);
    return sum;
  }
  RowSum without(const RowSum& part) const { return {pair - part.pair}; }
  [[gnu::always_inline]] void add(const RowSum& other) { pair += other.pair; }
  void add_if(bool yes, const RowSum& other) {
    pair += other.pair & (Pair{} - static_cast<std::int64_t>(yes));
  }
  double weight(const Layout& layout) const { return static_cast<double>(pair[0]) * layout.unit; }
  double term(const Layout& layout) const { return static_cast<double>(pair[1]) * layout.step; }
  // Steps as two doubles, neither of which rounds.
  typename Layout::Array array(const Layout& layout) const {
    constexpr std::int64_t kLow = (std::int64_t{1} << 26) - 1;
    const auto steps = [&](std::int64_t n) { return static_cast<double>(n) * layout.step; };
    return {static_cast<double>(pair[0]), steps(pair[1] & ~kLow), steps(pair[1] & kLow)};
  }
};

// Add the rows whose codes lie in [from, to]; returns their number.
template <class Layout>
std::size_t add_between(const RowSum<Layout>* rows, const Code* codes, std::size_t n, Code from,
                        Code to, RowSum<Layout>& sum) {
  RowSum<Layout> odd;  // two accumulators shorten the dependency chain
  const auto in = [&](std::size_t i) { return codes[i] - from <= to - from; };
  std::size_t count = 0, i = 0;
  for (; i + 1 < n; i += 2) {
    sum.add_if(in(i), rows[i]);
    odd.add_if(in(i + 1), rows[i + 1]);
    count += static_cast<std::size_t>(in(i)) + static_cast<std::size_t>(in(i + 1));
  }
  if (i < n) {
    sum.add_if(in(i), rows[i]);
    count += in(i);
  }
  sum.add(odd);
  return count;
}

// Packed counts.
std::size_t add_words_between(const std::uint64_t* words, const Code* codes, std::size_t n,
                              Code from, Code to, std::uint64_t& sum);

template <Weights kWeights>
requires(kWeights != Weights::parts) std::size_t
    add_between(const RowSum<BinaryCounts<kWeights>>* rows, const Code* codes, std::size_t n,
                Code from, Code to, RowSum<BinaryCounts<kWeights>>& sum) {
  return add_words_between(&rows->word, codes, n, from, to, sum.word);
}

// Pairs of integers.
using IntegerPair = std::int64_t __attribute__((vector_size(16)));
std::size_t add_pairs_between(const IntegerPair* pairs, const Code* codes, std::size_t n, Code from,
                              Code to, IntegerPair& sum);

template <Weights kWeights>
std::size_t add_between(const RowSum<IntegerMoment<kWeights>>* rows, const Code* codes,
                        std::size_t n, Code from, Code to, RowSum<IntegerMoment<kWeights>>& sum) {
  return add_pairs_between(&rows->pair, codes, n, from, to, sum.pair);
}

// Fill the sums of rows[0..n) and return their total.
template <class Layout>
typename Layout::Array gather_sums(const Layout& layout, const Row* rows, std::size_t n,
                                   std::vector<RowSum<Layout>>& sums) {
  if (sums.size() < n) sums.resize(n);
  RowSum<Layout> total;
  for (std::size_t i = 0; i < n; ++i) {
    sums[i] = RowSum<Layout>::of(layout, rows[i]);
    total.add(sums[i]);
  }
  return total.array(layout);
}

}  // namespace spinney
