// A histogram of a column of one byte whose full bins are marked: the scan goes from mark to mark, so that a node of a
// few rows costs what its rows cost, not what 255 bins do. For sums of one term, without missing rows or constraints.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "criterion/block_score.h"
#include "criterion/sums.h"
#include "data/coded.h"
#include "split/scan.h"

namespace spinney {

// What a bin holds: sums of doubles, or two counts in one word.
template <class Layout>
struct BinSums {
  typename Layout::Array sums{};

  static bool fits(const Layout&, double) { return true; }
  void add_row(const Layout& layout, Row r) { layout.add_row(sums.data(), r); }
  void add(const BinSums& other) {
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += other.sums[j];
  }
  double weight(const Layout& layout) const { return layout.weight(sums.data()); }
  double term(const Layout& layout) const { return layout.term(sums.data(), 0); }
};

template <Weights kWeights>
requires(kWeights != Weights::parts) struct BinSums<BinaryCounts<kWeights>> {
  using Layout = BinaryCounts<kWeights>;
  std::uint64_t word = 0;  // all, and those of class 1 in the high half

  static bool fits(const Layout& layout, double weight) { return weight < 0x1p32 * layout.unit; }
  void add_row(const Layout& layout, Row r) {
    const std::uint64_t times = kWeights == Weights::unit ? 1 : layout.multiples[r];
    word += times << (layout.classes[r] * 32) | times;
  }
  void add(const BinSums& other) { word += other.word; }
  double weight(const Layout& layout) const { return static_cast<double>(word & 0xFFFFFFFFu) * layout.unit; }
  double term(const Layout& layout) const { return static_cast<double>(word >> 32) * layout.unit; }
};

template <class Layout>
class MarkedBins {
 public:
  // Looks for the best position. False if some row misses the value, or the sums would not fit.
  template <class Sweep>
  bool find(const Sweep& sweep, const std::uint8_t* codes, const Row* rows, std::size_t n, double min_weight) {
    const typename Sweep::Block block(sweep);
    if (!BinSums<Layout>::fits(sweep.layout(), block.total_weight)) return false;
    fill(sweep.layout(), codes, rows, n);
    if (marks_[3] >> 63) {
      clear();
      return false;
    }
    n_full_ = collect(sweep.layout());
    double scores[kScoreBlock];
    best_ = {};
    if (n_full_ < 2) return true;
    score_between(weight_, term_, n_full_ - 1, block.total_weight, block.total_term, scores);
    const double top = best_allowed(weight_, n_full_ - 1, block.total_weight, min_weight, scores);
    if (top > best_.score)
      best_ = {top, static_cast<std::size_t>(std::find(scores, scores + n_full_ - 1, top) - scores), false};
    return true;
  }

  bool constant() const { return n_full_ < 2; }
  const Position& best() const { return best_; }
  // The codes on both sides of the best position.
  Code before() const { return code_[best_.at]; }
  Code after() const { return code_[best_.at + 1]; }

 private:
  static constexpr std::size_t kBins = 256;

  void fill(const Layout& layout, const std::uint8_t* codes, const Row* rows, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint8_t code = codes[rows[i]];
      bins_[code].add_row(layout, rows[i]);
      marks_[code / 64] |= std::uint64_t{1} << (code % 64);
    }
  }

  // Sums up to each full bin, and empties the bins.
  std::size_t collect(const Layout& layout) {
    std::size_t n = 0;
    BinSums<Layout> left;
    for (std::size_t w = 0; w < marks_.size(); ++w) {
      for (std::uint64_t marks = marks_[w]; marks != 0; marks &= marks - 1) {
        const auto code = static_cast<std::uint8_t>(64 * w + static_cast<std::size_t>(std::countr_zero(marks)));
        left.add(bins_[code]);
        bins_[code] = {};
        weight_[n] = left.weight(layout);
        term_[n] = left.term(layout);
        code_[n++] = code;
      }
      marks_[w] = 0;
    }
    return n;
  }

  void clear() {
    std::fill(bins_.begin(), bins_.end(), BinSums<Layout>{});
    std::fill(marks_.begin(), marks_.end(), 0);
  }

  std::array<BinSums<Layout>, kBins> bins_{};
  std::array<std::uint64_t, kBins / 64> marks_{};
  double weight_[kBins], term_[kBins];
  std::uint8_t code_[kBins];
  std::size_t n_full_ = 0;
  Position best_;
};

}  // namespace spinney
