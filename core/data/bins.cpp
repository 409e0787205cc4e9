// Binning of columns: storage of each, layout of tiles, then the bins of all cells.
#include "data/bins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/pool.h"
#include "data/bin_cells.h"
#include "data/cells.h"
#include "data/cuts.h"
#include "data/sparse_parts.h"

namespace spinney {
namespace {

bool has_missing_levels(const Column& c, std::size_t n_rows) {
  double block[kBinRows];
  for (std::size_t begin = 0; begin < n_rows; begin += kBinRows) {
    const std::size_t n = std::min(kBinRows, n_rows - begin);
    read_cells(c, begin, n, block);
    for (std::size_t i = 0; i < n; ++i)
      if (level_code(block[i], c.levels) == kMissing) return true;
  }
  return false;
}

// Bins of a column before its cells are read; any_missing may still be too pessimistic.
BinnedColumn plan_column(const Column& c, std::size_t n_rows, std::uint32_t max_bins) {
  BinnedColumn out;
  if (c.categorical()) {
    out.categorical = true;
    out.n_bins = c.levels;
    out.any_missing = has_missing_levels(c, n_rows);
    out.wide = out.n_slots() > kMaxBins + 1;
  } else {
    Cuts cuts = choose_cuts(c, n_rows, max_bins);
    out.cuts = std::move(cuts.at);
    out.n_bins = static_cast<std::uint32_t>(out.cuts.size() + 1);
    out.any_missing = cuts.maybe_missing;
  }
  return out;
}

std::size_t tile_stride(const BinnedColumn& c) {
  return std::bit_ceil(std::max<std::size_t>(16, c.n_slots()));
}

void assign_layout(BinnedMatrix& m) {
  for (std::uint32_t f = 0; f < m.columns.size(); ++f)
    if (!m.columns[f].sparse) (m.columns[f].wide ? m.wide_columns : m.narrow_columns).push_back(f);
  std::stable_sort(m.narrow_columns.begin(), m.narrow_columns.end(), [&](auto a, auto b) {
    return tile_stride(m.columns[a]) > tile_stride(m.columns[b]);
  });
  for (std::size_t place = 0; place < m.narrow_columns.size(); ++place) {
    BinnedColumn& c = m.columns[m.narrow_columns[place]];
    if (place % kTile == 0) {
      m.tiles.push_back({0, tile_stride(c), m.n_slots});
      m.n_slots += kTile * m.tiles.back().stride;
    }
    BinTile& tile = m.tiles.back();
    c.place = place;
    c.first_slot = tile.first_slot + tile.width++ * tile.stride;
  }
  for (std::size_t place = 0; place < m.wide_columns.size(); ++place) {
    BinnedColumn& c = m.columns[m.wide_columns[place]];
    c.place = place;
    c.first_slot = m.n_slots;
    m.n_slots += c.n_slots();
  }
  m.n_dense_slots = m.n_slots;
}

void count_bins(const std::uint8_t* bins, std::size_t n, std::size_t* counts) {
  std::uint32_t quarter[4][256] = {};  // a bin that repeats does not wait for its last addition
  for (std::size_t i = 0; i < n; ++i) ++quarter[i % 4][bins[i]];
  for (std::size_t b = 0; b < 256; ++b)
    for (const auto& part : quarter) counts[b] += part[b];
}

// Bins the columns of one tile, a block of rows at a time, in both layouts.
void bin_tile(const Table& table, std::size_t tile, BinnedMatrix& m) {
  bool missing[kTile] = {};
  std::size_t counts[kTile][256] = {};
  std::uint8_t block[kBinRows];
  for (std::size_t begin = 0; begin < m.n_rows; begin += kBinRows) {
    const std::size_t n = std::min(kBinRows, m.n_rows - begin);
    for (std::size_t k = 0; k < m.tiles[tile].width; ++k) {
      const std::size_t place = tile * kTile + k;
      const std::uint32_t f = m.narrow_columns[place];
      std::uint8_t* bins =
          m.by_column.empty() ? block : m.by_column.data() + place * m.n_rows + begin;
      bin_block(table.columns[f], m.columns[f], begin, n, bins);
      if (m.columns[f].any_missing && !missing[k])
        missing[k] =
            std::find(bins, bins + n, static_cast<std::uint8_t>(m.columns[f].n_bins)) != bins + n;
      count_bins(bins, n, counts[k]);
      const std::size_t stride = m.part_bytes(tile);
      std::uint8_t* to =
          m.by_row.data() + m.part_begin(tile) + begin * stride + place % (kPartTiles * kTile);
      for (std::size_t i = 0; i < n; ++i) to[i * stride] = bins[i];
    }
  }
  for (std::size_t k = 0; k < m.tiles[tile].width; ++k) {
    BinnedColumn& column = m.columns[m.narrow_columns[tile * kTile + k]];
    column.any_missing = missing[k];
    column.n_largest = *std::max_element(counts[k], counts[k] + 256);
  }
}

void bin_wide(const Table& table, std::size_t place, BinnedMatrix& m) {
  const std::uint32_t f = m.wide_columns[place];
  m.wide[place].resize(m.n_rows);
  for (std::size_t begin = 0; begin < m.n_rows; begin += kBinRows)
    bin_block(table.columns[f], m.columns[f], begin, std::min(kBinRows, m.n_rows - begin),
              &m.wide[place][begin]);
}

}  // namespace

BinnedMatrix bin_columns(const Table& table, std::uint32_t max_bins, bool sparse, int n_threads,
                         Interrupt& interrupt) {
  BinnedMatrix m;
  m.n_rows = table.n_rows;
  m.columns.resize(table.columns.size());
  const int threads = table.n_rows * table.columns.size() < 20'000 ? 1 : n_threads;
  parallel_for(threads, m.columns.size(), interrupt, [&](std::size_t f, int) {
    m.columns[f] = plan_column(table.columns[f], table.n_rows, max_bins);
  });
  if (sparse) choose_sparse_columns(table, threads, interrupt, m);
  assign_layout(m);
  store_sparse_columns(table, threads, interrupt, m);
  if (m.narrow_columns.size() <= kMaxByColumn)
    m.by_column.resize(m.narrow_columns.size() * m.n_rows);
  m.by_row.resize(m.n_rows * m.tiles.size() * kTile);
  m.wide.resize(m.wide_columns.size());
  const std::size_t n_tiles = m.tiles.size();
  parallel_for(threads, n_tiles + m.wide.size(), interrupt, [&](std::size_t i, int) {
    if (i < n_tiles)
      bin_tile(table, i, m);
    else
      bin_wide(table, i - n_tiles, m);
  });
  return m;
}

}  // namespace spinney
