// Binned columns for histogram-based boosting. Numeric columns, and categories of up to 255 levels,
// have one-byte bins in two copies: row-major in tiles of eight columns, for histograms, and
// column-major, for partitioning rows. Wide tables have only the first, because partitioning takes
// a negligible share of their time. Larger categories have two-byte bins, column-major only.
//
// Columns with similar numbers of histogram slots share a tile; `place` is a column's position.
// Columns with most cells in one bin are stored by their other cells (sparse_bins.h) if there are
// enough of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "base/types.h"
#include "data/sparse_bins.h"
#include "data/table.h"

namespace spinney {

inline constexpr std::size_t kTile = 8;       // columns
inline constexpr std::size_t kPartTiles = 8;  // tiles per part: a cache line of each row
inline constexpr std::size_t kMaxBins = 255;
inline constexpr std::size_t kMaxByColumn = 512;  // columns with a column-major copy

struct BinnedColumn {
  bool categorical = false;
  bool any_missing = false;                 // missing cells have bin n_bins
  bool wide = false;                        // two-byte bins
  bool sparse = false;                      // stored by its cells outside default_bin
  std::uint32_t default_bin = 0, part = 0;  // index of its SparsePart
  std::uint32_t n_bins = 0;                 // without the bin of missing cells
  std::vector<double> cuts;                 // numeric: bin b holds values in (cuts[b - 1], cuts[b]]
  std::size_t place = 0;                    // among the narrow, wide or sparse columns
  std::size_t first_slot = 0;               // in a histogram
  std::size_t n_largest = 0;                // rows in its largest bin; 0 for wide columns

  std::uint32_t n_slots() const { return n_bins + any_missing; }
};

struct BinTile {
  std::size_t width = 0;       // columns, at most kTile
  std::size_t stride = 0;      // slots per column: 16, 32, 64, 128 or 256
  std::size_t first_slot = 0;  // in a histogram
};

struct BinnedMatrix {
  std::size_t n_rows = 0;
  std::vector<std::uint8_t> by_row;     // for each part: n_rows x its tiles, of 8 bytes each
  std::vector<std::uint8_t> by_column;  // narrow columns x n_rows, by place; may be empty
  std::vector<std::vector<std::uint16_t>> wide;  // by place
  std::vector<BinnedColumn> columns;             // as in the table
  std::vector<BinTile> tiles;
  std::vector<SparseCells> sparse;  // by place
  std::vector<SparsePart> sparse_parts;
  std::vector<std::uint32_t> narrow_columns, wide_columns, sparse_columns;  // place -> column
  std::size_t n_dense_slots = 0, n_slots = 0;  // in a histogram; those of sparse columns are last
  double sparse_row_cells = 0;                 // mean number of sparse cells of a row

  // Bytes per row, and offset in by_row, of the part that contains a tile.
  std::size_t part_bytes(std::size_t tile) const {
    return kTile * std::min(kPartTiles, tiles.size() - tile / kPartTiles * kPartTiles);
  }
  std::size_t part_begin(std::size_t tile) const {
    return tile / kPartTiles * kPartTiles * kTile * n_rows;
  }
  // Whether `n` rows have so few sparse cells that most slots of their histogram are empty.
  bool few_cells(std::size_t n) const {
    constexpr double kFew = 0.25;
    return static_cast<double>(n) * sparse_row_cells <
           kFew * static_cast<double>(n_slots - n_dense_slots);
  }
  // Calls f(bins, stride): bins[row * stride] is the bin of a row. Not for sparse columns.
  template <class F>
  decltype(auto) visit_bins(const BinnedColumn& c, F&& f) const {
    if (c.wide) return f(wide[c.place].data(), std::size_t{1});
    if (!by_column.empty()) return f(by_column.data() + c.place * n_rows, std::size_t{1});
    const std::size_t tile = c.place / kTile;
    return f(by_row.data() + part_begin(tile) + c.place % (kPartTiles * kTile), part_bytes(tile));
  }
  // Whether a split of the column can leave `n` rows on both sides: a bin is never divided. The
  // same for any storage, because trees depend on it.
  bool can_split(std::size_t feature, std::size_t n) const {
    return n_rows - columns[feature].n_largest >= n;
  }
  std::uint32_t bin(std::size_t feature, Row row) const {
    const BinnedColumn& c = columns[feature];
    if (c.sparse) return sparse[c.place].bin(row, c.default_bin);
    return visit_bins(
        c, [&](const auto* bins, std::size_t stride) { return std::uint32_t{bins[row * stride]}; });
  }
};

// Numeric columns with at most max_bins distinct values get a bin per value; others are cut at
// quantiles of a sample of rows. max_bins is at most 255; categories have at most 65,535 levels.
// How columns are stored does not change the bins; without `sparse` all are dense.
BinnedMatrix bin_columns(const Table& table, std::uint32_t max_bins, bool sparse, int n_threads,
                         Interrupt& interrupt);

}  // namespace spinney
