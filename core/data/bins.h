// Columns in bins, for boosting. Numbers, and categories of up to 255 levels, have bins of one
// byte, kept twice: row by row in tiles of eight columns, for histograms, and column by column, for
// parting rows. Categories of more levels have two bytes, column by column.
//
// Columns that need about as many slots in a histogram lie together, in a tile; `place` says where
// a column is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "base/types.h"
#include "data/table.h"

namespace spinney {

inline constexpr std::size_t kTile = 8;       // columns
inline constexpr std::size_t kPartTiles = 8;  // of a part: a cache line of each row
inline constexpr std::size_t kMaxBins = 255;

struct BinnedColumn {
  bool categorical = false;
  bool any_missing = false;  // then missing cells have the bin behind the others: number n_bins
  bool wide = false;
  std::uint32_t n_bins = 0;  // without the one for missing cells
  std::vector<double>
      cuts;  // numbers: bin b holds what is <= cuts[b] and in no bin before; the last bin has none
  std::size_t place = 0;       // among the narrow columns, or among the wide ones
  std::size_t first_slot = 0;  // in a histogram

  std::uint32_t n_slots() const { return n_bins + any_missing; }
  bool is_missing(std::uint32_t bin) const { return bin == n_bins; }
};

struct BinTile {
  std::size_t width = 0;       // columns, at most kTile
  std::size_t stride = 0;      // slots from column to column: 16, 32, 64, 128 or 256
  std::size_t first_slot = 0;  // in a histogram
};

struct BinnedMatrix {
  std::size_t n_rows = 0;
  std::vector<std::uint8_t> by_row;  // part after part: n_rows x the part's tiles, of 8 bytes each
  std::vector<std::uint8_t> by_column;           // narrow columns x n_rows, by place
  std::vector<std::vector<std::uint16_t>> wide;  // by place
  std::vector<BinnedColumn> columns;             // as in the table
  std::vector<BinTile> tiles;
  std::vector<std::uint32_t> narrow_columns, wide_columns;  // by place: the column
  std::size_t n_slots = 0;                                  // of a histogram

  // The part that a tile is in: its bytes per row, and where its rows begin in by_row.
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

// Numbers with at most max_bins values get a bin each; others are cut at quantiles of a sample of
// rows. max_bins is at most 255, and no category may have more than 65,535 levels.
BinnedMatrix bin_columns(const Table& table, std::uint32_t max_bins, int n_threads,
                         Interrupt& interrupt);

}  // namespace spinney
