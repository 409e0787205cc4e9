// Choice of the bin boundaries of a numeric column.
#pragma once

#include <cstdint>
#include <vector>

#include "data/table.h"

namespace spinney {

struct Cuts {
  std::vector<double> at;     // ascending: bin b holds values in (at[b - 1], at[b]]
  bool maybe_missing = true;  // false if it is known that no cell is missing
};

// Cuts between all distinct values if there are at most max_bins (up to 255); else at quantiles of
// a sample of rows.
Cuts choose_cuts(const Column& column, std::size_t n_rows, std::uint32_t max_bins);

}  // namespace spinney
