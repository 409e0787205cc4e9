// Binned columns for histogram-based boosting. Numeric columns, and categories of up to 255 levels,
// have one-byte bins in two copies: row-major in tiles of eight columns, for histograms, and
// column-major, for partitioning rows. Larger categories have two-byte bins, column-major only.
//
// Columns with similar numbers of histogram slots share a tile; `place` is a column's position.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "base/types.h"
#include "data/table.h"

namespace spinney {

inline constexpr std::size_t kTile = 8;       // columns
inline constexpr std::size_t kPartTiles = 8;  // tiles per part: a cache line of each row
inline constexpr std::size_t kMaxBins = 255;

struct BinnedColumn {
  bool categorical = false;
  bool any_missing = false;    // missing cells have bin n_bins
  bool wide = false;           // two-byte bins
  std::uint32_t n_bins = 0;    // without the bin of missing cells
  std::vector<double> cuts;    // numeric: bin b holds values in (cuts[b - 1], cuts[b]]
  std::size_t place = 0;       // among the narrow columns, or among the wide ones
  std::size_t first_slot = 0;  // in a histogram

  std::uint32_t n_slots() const { return n_bins + any_missing; }
  bool is_missing(std::uint32_t bin) const { return bin == n_bins; }
};

struct BinTile {
  std::size_t width = 0;       // columns, at most kTile
  std::size_t stride = 0;      // slots per column: 16, 32, 64, 128 or 256
  std::size_t first_slot = 0;  // in a histogram
};

struct BinnedMatrix {
  std::size_t n_rows = 0;
  std::vector<std::uint8_t> by_row;     // for each part: n_rows x its tiles, of 8 bytes each
  std::vector<std::uint8_t> by_column;  // narrow columns x n_rows, by place
  std::vector<std::vector<std::uint16_t>> wide;  // by place
  std::vector<BinnedColumn> columns;             // as in the table
  std::vector<BinTile> tiles;
  std::vector<std::uint32_t> narrow_columns, wide_columns;  // place -> column
  std::size_t n_slots = 0;                                  // in a histogram

  // Bytes per row, and offset in by_row, of the part that contains a tile.
  std::size_t part_bytes(std::size_t tile) const {
    return kTile * std::min(kPartTiles, tiles.size() - tile / kPartTiles * kPartTiles);
  }
  std::size_t part_begin(std::size_t tile) const {
    return tile / kPartTiles * kPartTiles * kTile * n_rows;
  }
  const std::uint8_t* narrow(const BinnedColumn& c) const {
    return by_column.data() + c.place * n_rows;
  }
  std::uint32_t bin(std::size_t feature, std::size_t row) const {
    const BinnedColumn& c = columns[feature];
    return c.wide ? wide[c.place][row] : narrow(c)[row];
  }
};

// Numeric columns with at most max_bins distinct values get a bin per value; others are cut at
// quantiles of a sample of rows. max_bins is at most 255; categories have at most 65,535 levels.
BinnedMatrix bin_columns(const Table& table, std::uint32_t max_bins, int n_threads,
                         Interrupt& interrupt);

}  // namespace spinney
