// The best second cut on each side of every first cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spinney::optimal {

template <class Value>
struct SecondCuts {
  SecondCuts() = default;
  SecondCuts(std::size_t n_cuts, Value score_of_none) {
    for (int side = 0; side < 2; ++side) {
      score[side].assign(n_cuts, score_of_none);
      column[side].assign(n_cuts, 0);
    }
  }

  // Keep the larger score; ties: the first column, independent of the order of calls.
  void raise(int side, std::size_t at, Value value, std::uint32_t by) {
    if (value < score[side][at] || (value == score[side][at] && by >= column[side][at])) return;
    score[side][at] = value;
    column[side][at] = by;
  }

  std::vector<Value> score[2];  // left, right; per first cut
  std::vector<std::uint32_t> column[2];
};

}  // namespace spinney::optimal
