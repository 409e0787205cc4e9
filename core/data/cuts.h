// Where a column of numbers is cut into bins.
#pragma once

#include <cstdint>
#include <vector>

#include "data/table.h"

namespace spinney {

struct Cuts {
  std::vector<double>
      at;  // ascending: bin b holds what is <= at[b] and in no bin before; the last bin has no cut
  bool may_miss = true;  // false if it is known that no cell is missing
};

// Between all values while they are at most max_bins (up to 255); else at quantiles of a sample of
// rows.
Cuts choose_cuts(const Column& column, std::size_t n_rows, std::uint32_t max_bins);

}  // namespace spinney
