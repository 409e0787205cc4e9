// Exact split search in large nodes without sorting all rows.
//
// Codes are counted in about a thousand coarse bins of equal width, and positions between bins are
// scored exactly. An upper bound on the score of any position inside a bin follows from the bin's
// sums (Sweep::bound). Only bins whose bound exceeds the best score are sorted. The result equals
// that of sorting everything.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "base/interrupt.h"
#include "base/radix_sort.h"
#include "data/each_code.h"

namespace spinney {

template <class Layout>
class CoarseBins {
 public:
  static constexpr std::size_t kBins = 1024;

  struct Bin {
    std::uint32_t count = 0;
    Code low = kMissing, high = 0;  // smallest and largest code in the bin
    std::array<double, Layout::kWidth> sums{};

    bool divisible() const { return low < high; }
  };

  // Choose the bin edges by a sample of the rows; codes outside go to the first or last bin.
  void start(const EncodedColumn& column, const Row* rows, std::size_t n) {
    constexpr std::size_t kSample = 256;
    std::vector<Row> sample;
    for (std::size_t i = 0; i < std::min(n, kSample); ++i)
      sample.push_back(rows[i * n / std::min(n, kSample)]);
    Code low = kMissing, high = 0;
    each_code(column, sample.data(), sample.size(), [&](std::size_t, Code c) {
      if (c == kMissing) return;
      low = std::min(low, c);
      high = std::max(high, c);
    });
    low_ = std::min(low, high);
    shift_ = std::max(0, static_cast<int>(std::bit_width(high - low_)) -
                             static_cast<int>(std::bit_width(kBins - 1)));
    bins_.assign(kBins + 1, Bin{});  // last: missing values
    refined_.assign(kBins, false);
    n_rows_ = n;
  }

  void add(const Layout& layout, const EncodedColumn& column, const Row* rows, std::size_t n) {
    each_code(column, rows, n, [&](std::size_t i, Code code) {
      Bin& bin = bins_[bin_of(code)];
      ++bin.count;
      bin.low = std::min(bin.low, code);
      bin.high = std::max(bin.high, code);
      layout.add_row(bin.sums.data(), rows[i]);
    });
  }

  // Mark the bins in which a position could reach the score `best`; returns whether there are any.
  template <class Sweep>
  bool mark_promising(Sweep& sweep, double best) {
    bool any = false;
    for (const bool missing_left : {false, true}) {
      if (missing_left && n_missing() == 0) break;
      sweep.reset();
      if (missing_left) take_missing(sweep);
      for (std::size_t b = 0; b < kBins; ++b) {
        if (bins_[b].count == 0) continue;
        if (bins_[b].divisible() && sweep.bound(bins_[b].sums.data()) >= best)
          refined_[b] = any = true;
        sweep.add_sums(bins_[b].sums.data());
      }
    }
    return any;
  }

  // Sort the rows of the marked bins.
  void refine(const EncodedColumn& column, const Row* rows, std::size_t n,
              std::vector<Entry>& entries, std::vector<Entry>& spare) {
    entries.clear();
    each_code(column, rows, n, [&](std::size_t i, Code code) {
      const std::size_t b = bin_of(code);
      if (b < kBins && refined_[b]) entries.push_back(make_entry(code, rows[i]));
    });
    spare.resize(entries.size());
    sorted_ = sort_entries(entries.data(), spare.data(), entries.size());
    begin_.assign(kBins + 1, 0);
    for (std::size_t b = 0; b < kBins; ++b)
      begin_[b + 1] = begin_[b] + (refined_[b] ? bins_[b].count : 0);
  }

  // Interface of a bucket source, for scan(). A position is a bin and the number of its sorted rows
  // that lie before the position.
  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_missing() const { return bins_[kBins].count; }
  std::size_t first() const { return position(next_filled(0), 0); }
  std::size_t end() const { return position(kBins, 0); }
  bool constant() const {
    return n_missing() == n_rows_ || (n_missing() == 0 && bins_[next_filled(0)].count == n_rows_ &&
                                      !bins_[next_filled(0)].divisible());
  }

  template <class Sweep>
  std::size_t take(std::size_t& at, Sweep& sweep) const {
    const std::size_t b = bin_at(at), count = bins_[b].count;
    std::size_t offset = offset_at(at);
    if (!refined_[b]) {
      sweep.add_sums(bins_[b].sums.data());
      at = position(next_filled(b + 1), 0);
      return count;
    }
    const Entry* entries = sorted_ + begin_[b];
    const Code code = entry_code(entries[offset]);
    std::size_t taken = 0;
    do {
      sweep.add_row(entry_row(entries[offset++]));
      ++taken;
    } while (offset < count && entry_code(entries[offset]) == code);
    at = offset < count ? position(b, offset) : position(next_filled(b + 1), 0);
    return taken;
  }
  template <class Sweep>
  void take_missing(Sweep& sweep) const {
    sweep.add_sums(bins_[kBins].sums.data());
  }

  Code before(std::size_t at) const {
    std::size_t b = bin_at(at);
    if (offset_at(at) > 0) return entry_code(sorted_[begin_[b] + offset_at(at) - 1]);
    do --b;
    while (bins_[b].count == 0);
    return bins_[b].high;
  }
  Code after(std::size_t at) const {
    const std::size_t b = bin_at(at);
    if (b == kBins) return kMissing;
    return offset_at(at) > 0 ? entry_code(sorted_[begin_[b] + offset_at(at)]) : bins_[b].low;
  }

 private:
  std::size_t bin_of(Code code) const {
    const std::size_t bin =
        std::min<std::size_t>((std::max(code, low_) - low_) >> shift_, kBins - 1);
    return code == kMissing ? kBins : bin;
  }
  std::size_t next_filled(std::size_t b) const {
    while (b < kBins && bins_[b].count == 0) ++b;
    return b;
  }
  static std::size_t position(std::size_t bin, std::size_t offset) { return bin << 40 | offset; }
  static std::size_t bin_at(std::size_t at) { return at >> 40; }
  static std::size_t offset_at(std::size_t at) { return at & ((std::size_t{1} << 40) - 1); }

  Code low_ = 0;
  int shift_ = 0;
  std::size_t n_rows_ = 0;
  std::vector<Bin> bins_;
  std::vector<std::uint8_t> refined_;
  std::vector<std::size_t> begin_;
  const Entry* sorted_ = nullptr;
};

// Count several features per tile of rows: cells of a row-major table share cache lines.
template <class Layout>
void count_features(const Layout& layout, const EncodedMatrix& matrix,
                    const std::uint32_t* features, std::size_t n_features, const Row* rows,
                    std::size_t n, CoarseBins<Layout>* bins, Interrupt& interrupt) {
  constexpr std::size_t kTile = 64;  // rows; fits the L1 cache
  const auto column = [&](std::size_t i) -> const EncodedColumn& {
    return matrix.columns[features[i]];
  };
  for (std::size_t i = 0; i < n_features; ++i) bins[i].start(column(i), rows, n);
  for (std::size_t begin = 0; begin < n; begin += kTile) {
    if (begin % (kTile * 1024) == 0) interrupt.poll();
    const std::size_t next = std::min(n, begin + kTile), after = std::min(n, next + kTile);
    for (std::size_t r = next; r < after; ++r) {
      prefetch_cell(column(0), rows[r]);
      prefetch_cell(column(n_features - 1), rows[r]);
    }
    for (std::size_t i = 0; i < n_features; ++i)
      bins[i].add(layout, column(i), rows + begin, next - begin);
  }
}

}  // namespace spinney
