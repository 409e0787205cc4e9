// What most searches in nodes of few rows are: of numbers that all rows have. Several features side by side, so that
// the CPU need not wait for one, and without a branch on what the numbers are: it could not guess them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "split/few_orders.h"

namespace spinney {

template <std::size_t kCount>
struct FewScan {
  RowBits places[kCount] = {};     // of the node's rows, in the order of each feature
  std::size_t after[kCount] = {};  // the best position: the place behind it

  bool found(std::size_t f) const { return best_[f] != 0; }
  double score(std::size_t f) const { return std::bit_cast<double>(best_[f] - 1); }

  // score_of(sums of the left side) is not negative.
  template <class Sum, class Score>
  [[gnu::always_inline]] void run(const FewOrder* const (&order)[kCount], const std::uint8_t* rows, std::size_t n,
                                  const Sum* sums, Score&& score_of) {
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t f = 0; f < kCount; ++f) places[f] |= bit_of(order[f]->place[rows[k]]);
    RowBits rest[kCount];
    std::size_t place[kCount], behind[kCount] = {};
    std::uint64_t best[kCount] = {};
    Sum sum[kCount];
    for (std::size_t f = 0; f < kCount; ++f) {
      rest[f] = places[f];
      place[f] = static_cast<std::size_t>(std::countr_zero(places[f]));
    }
    for (std::size_t k = 1; k < n; ++k) {
      double scores[kCount];
      for (std::size_t f = 0; f < kCount; ++f) sum[f].add(sums[order[f]->row[place[f]]]);
      for (std::size_t f = 0; f < kCount; ++f) scores[f] = score_of(sum[f]);
      for (std::size_t f = 0; f < kCount; ++f) {
        rest[f] &= rest[f] - 1;
        const auto next = static_cast<std::size_t>(std::countr_zero(rest[f]));
        const bool varies = order[f]->codes[next] != order[f]->codes[place[f]];
        const std::uint64_t bits = varies ? std::bit_cast<std::uint64_t>(scores[f]) + 1 : 0;
        place[f] = next;
        behind[f] = bits > best[f] ? next : behind[f];
        best[f] = bits > best[f] ? bits : best[f];
      }
    }
    for (std::size_t f = 0; f < kCount; ++f) {
      after[f] = behind[f];
      best_[f] = best[f];
    }
  }

 private:
  std::uint64_t best_[kCount] = {};  // one more than the bits of the best score, which are ordered as scores are
};

}  // namespace spinney
