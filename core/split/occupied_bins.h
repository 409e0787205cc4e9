// Histogram of a one-byte column with a bitmap of its occupied bins. The scan visits occupied bins
// only, so small nodes cost as much as their rows, not 255 bins. For sums of one term, without
// missing rows or constraints.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "criterion/block_score.h"
#include "data/encoded_matrix.h"
#include "split/row_sums.h"
#include "split/scan.h"

namespace spinney {

template <class Layout>
class OccupiedBins {
 public:
  // Fill the bins of several columns in one pass, which is faster than one after another.
  template <std::size_t kCount>
  static void fill(OccupiedBins* all, const EncodedColumn* const (&columns)[kCount],
                   const Layout& layout, const Row* rows, std::size_t n) {
    const std::uint8_t* codes[kCount];
    for (std::size_t f = 0; f < kCount; ++f) codes[f] = columns[f]->template codes<std::uint8_t>();
    for (std::size_t i = 0; i < n; ++i) {
      const Row row = rows[i];
      const auto sum = RowSum<Layout>::of(layout, row);
      for (std::size_t f = 0; f < kCount; ++f) {
        const std::uint8_t code = codes[f][row];
        all[f].bins_[code].add(sum);
        all[f].flags_[code] = 1;
      }
    }
  }

  // Find the best position: numeric codes in order, categories sorted by their mean, which contains
  // the best subset. False if a row misses the value.
  bool find(const Layout& layout, const EncodedColumn& column, double min_weight) {
    if (pack_flags(column.n_codes)) {
      clear();
      return false;
    }
    if (column.categorical)
      collect_levels(layout);
    else
      collect(layout);
    double scores[kScoreBlock];
    best_ = {};
    if (n_occupied_ < 2) return true;
    const double total = weight_[n_occupied_ - 1];
    score_between(weight_, term_, n_occupied_ - 1, total, term_[n_occupied_ - 1], scores);
    const double top = best_allowed(weight_, n_occupied_ - 1, total, min_weight, scores);
    if (top > best_.score)
      best_ = {top,
               static_cast<std::size_t>(std::find(scores, scores + n_occupied_ - 1, top) - scores),
               false};
    return true;
  }

  bool constant() const { return n_occupied_ < 2; }
  const Position& best() const { return best_; }
  // Set the split to the best position.
  void describe(const EncodedColumn& column, Split& split) const {
    split.left_weight = weight_[best_.at];
    if (column.categorical) {
      split.kind = NodeKind::category;
      split.details.make().left_categories = first_codes(best_.at + 1);
      split.details.make().present_categories = first_codes(n_occupied_);
    } else {
      split.split_between(code_[best_.at], code_[best_.at + 1]);
    }
  }

 private:
  static constexpr std::size_t kBins = 256;

  // Pack the flags into a bitmap and clear them. A multiplication gathers eight 0/1 bytes: byte k
  // adds its bit to bit 56 + k. Returns whether a row misses the value.
  bool pack_flags(std::size_t n_codes) {
    constexpr std::uint64_t kNone = 0;
    for (std::size_t b = 0; b < n_codes; b += 8) {
      std::uint64_t bytes;
      std::memcpy(&bytes, &flags_[b], 8);
      std::memcpy(&flags_[b], &kNone, 8);
      const std::uint64_t bits = bytes * 0x0102040810204080u >> 56;
      occupied_[b / 64] |= bits << (b % 64);
    }
    const bool missing = std::exchange(flags_.back(), 0) != 0;
    return missing || occupied_[3] >> 63 != 0;  // packed with its neighbors, or separately
  }

  // Call use(code, sum) for every occupied bin and clear it.
  template <class Use>
  void each_occupied(Use&& use) {
    for (std::size_t w = 0; w < occupied_.size(); ++w) {
      for (std::uint64_t word = occupied_[w]; word != 0; word &= word - 1) {
        const auto code =
            static_cast<std::uint8_t>(64 * w + static_cast<std::size_t>(std::countr_zero(word)));
        use(code, bins_[code]);
        bins_[code] = {};
      }
      occupied_[w] = 0;
    }
  }

  // Cumulative sums at each occupied bin.
  void collect(const Layout& layout) {
    std::size_t n = 0;
    RowSum<Layout> left;
    each_occupied([&](std::uint8_t code, const RowSum<Layout>& sum) {
      left.add(sum);
      weight_[n] = left.weight(layout);
      term_[n] = left.term(layout);
      code_[n++] = code;
    });
    n_occupied_ = n;
  }

  void collect_levels(const Layout& layout) {
    levels_.clear();
    each_occupied([&](std::uint8_t code, const RowSum<Layout>& sum) {
      levels_.push_back({sum.term(layout) / sum.weight(layout), sum, code});
    });
    std::sort(levels_.begin(), levels_.end(), [](const Level& a, const Level& b) {
      return a.mean < b.mean || (a.mean == b.mean && a.code < b.code);
    });
    RowSum<Layout> left;
    n_occupied_ = levels_.size();
    for (std::size_t k = 0; k < n_occupied_; ++k) {
      left.add(levels_[k].sum);
      weight_[k] = left.weight(layout);
      term_[k] = left.term(layout);
      code_[k] = levels_[k].code;
    }
  }

  std::vector<Code> first_codes(std::size_t n) const {
    std::vector<Code> codes(code_, code_ + n);
    std::sort(codes.begin(), codes.end());
    return codes;
  }

  void clear() {
    std::fill(bins_.begin(), bins_.end(), RowSum<Layout>{});
    std::fill(occupied_.begin(), occupied_.end(), 0);
  }

  struct Level {
    double mean;
    RowSum<Layout> sum;
    std::uint8_t code;
  };

  std::array<RowSum<Layout>, kBins> bins_{};
  std::array<std::uint8_t, kBins> flags_{};  // 1 for every occupied bin while filling
  std::array<std::uint64_t, kBins / 64> occupied_{};
  std::vector<Level> levels_;
  double weight_[kBins], term_[kBins];
  std::uint8_t code_[kBins];
  std::size_t n_occupied_ = 0;
  Position best_;
};

}  // namespace spinney
