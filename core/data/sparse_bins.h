// Binned columns with most cells in one bin, the default bin, stored by their other cells: by
// column, for partitioning rows, and by row, for histograms. A histogram of such columns costs what
// these cells cost; the sums of the default bin follow from those of the node.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace spinney {

// A column is stored in this way if at most this share of its cells is outside the default bin,
// and if there are enough such columns.
inline constexpr double kMaxSparseFill = 0.2;
inline constexpr std::size_t kMinSparseColumns = 16;
// Histogram slots per part: small enough for the cache and for two-byte slot numbers.
inline constexpr std::size_t kSparsePartSlots = 32'768;

// The cells of a column outside its default bin.
struct SparseCells {
  std::vector<Row> rows;  // ascending
  std::vector<std::uint8_t> bins;

  // The bin of a row, by binary search.
  std::uint32_t bin(Row row, std::uint32_t default_bin) const;
  // Calls use(row, bin) for those of wanted[0..n), which ascend, that have a cell.
  template <class Use>
  void each_of(const Row* wanted, std::size_t n, Use&& use) const;

 private:
  static std::size_t first_at_or_after(const Row* rows, std::size_t low, std::size_t high, Row row);
};

// Columns whose histograms are built and searched together.
struct SparsePart {
  std::size_t first_slot = 0, last_slot = 0;
  std::vector<std::uint32_t> columns;    // by their first slot
  std::vector<std::uint32_t> row_begin;  // the cells of a row: [row_begin[row], row_begin[row + 1])
  std::vector<std::uint16_t> slots;      // of each cell, relative to first_slot; ascending in a row
};

// The index of the first of rows[low..high) that is not less than `row`.
inline std::size_t SparseCells::first_at_or_after(const Row* rows, std::size_t low,
                                                  std::size_t high, Row row) {
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (rows[middle] < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

inline std::uint32_t SparseCells::bin(Row row, std::uint32_t default_bin) const {
  const std::size_t at = first_at_or_after(rows.data(), 0, rows.size(), row);
  return at < rows.size() && rows[at] == row ? bins[at] : default_bin;
}

// Merges both lists of rows; searches the rows of the shorter list if the other is much longer.
template <class Use>
void SparseCells::each_of(const Row* wanted, std::size_t n, Use&& use) const {
  constexpr std::size_t kMuchLonger = 16;
  if (n * kMuchLonger < rows.size()) {
    for (std::size_t i = 0, at = 0; i < n && at < rows.size(); ++i) {
      at = first_at_or_after(rows.data(), at, rows.size(), wanted[i]);
      if (at < rows.size() && rows[at] == wanted[i]) use(wanted[i], bins[at]);
    }
    return;
  }
  const bool searches = rows.size() * kMuchLonger < n;
  for (std::size_t at = 0, i = 0; at < rows.size() && i < n; ++at) {
    if (searches)
      i = first_at_or_after(wanted, i, n, rows[at]);
    else
      while (i < n && wanted[i] < rows[at]) ++i;
    if (i < n && wanted[i] == rows[at]) use(wanted[i], bins[at]);
  }
}

}  // namespace spinney
