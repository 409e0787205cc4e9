// Gradient histograms.
#include "split/histogram.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "split/each_sparse_row.h"
#include "split/vector_cell.h"

namespace spinney {
namespace {

// Gradients of indexed rows are gathered block by block, so that every tile reads them
// sequentially.
constexpr std::size_t kBlock = 1024;
constexpr std::size_t kPrefetch = 16;  // rows ahead

// The eight bins of a row stay in one register.
template <std::size_t Stride, std::size_t Width, class Cell>
void add_tile(const std::uint8_t* bins, std::size_t row_bytes, const Cell* gradients, std::size_t n,
              Cell* slots) {
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t eight;
    std::memcpy(&eight, bins + i * row_bytes, sizeof eight);
    const Cell g = gradients[i];
#pragma GCC unroll 8
    for (std::size_t k = 0; k < Width; ++k) slots[k * Stride + ((eight >> (8 * k)) & 255)] += g;
  }
}

template <std::size_t Stride, class Cell>
void add_tile_of(std::size_t width, const std::uint8_t* bins, std::size_t row_bytes,
                 const Cell* gradients, std::size_t n, Cell* slots) {
  switch (width) {
    case 1: return add_tile<Stride, 1>(bins, row_bytes, gradients, n, slots);
    case 2: return add_tile<Stride, 2>(bins, row_bytes, gradients, n, slots);
    case 3: return add_tile<Stride, 3>(bins, row_bytes, gradients, n, slots);
    case 4: return add_tile<Stride, 4>(bins, row_bytes, gradients, n, slots);
    case 5: return add_tile<Stride, 5>(bins, row_bytes, gradients, n, slots);
    case 6: return add_tile<Stride, 6>(bins, row_bytes, gradients, n, slots);
    case 7: return add_tile<Stride, 7>(bins, row_bytes, gradients, n, slots);
    default: return add_tile<Stride, 8>(bins, row_bytes, gradients, n, slots);
  }
}

template <class Cell>
void add_to_tile(const BinTile& tile, const std::uint8_t* bins, std::size_t row_bytes,
                 const Cell* gradients, std::size_t n, Cell* slots) {
  switch (tile.stride) {
    case 16: return add_tile_of<16>(tile.width, bins, row_bytes, gradients, n, slots);
    case 32: return add_tile_of<32>(tile.width, bins, row_bytes, gradients, n, slots);
    case 64: return add_tile_of<64>(tile.width, bins, row_bytes, gradients, n, slots);
    case 128: return add_tile_of<128>(tile.width, bins, row_bytes, gradients, n, slots);
    default: return add_tile_of<256>(tile.width, bins, row_bytes, gradients, n, slots);
  }
}

template <class Cell>
struct Block {
  alignas(64) std::uint8_t bins[kBlock * kPartTiles * kTile];
  Cell gradients[kBlock];
};

template <std::size_t Width, class Cell, class Gradient>
void copy_block(const std::uint8_t* part_rows, const Row* rows, std::size_t n, std::size_t n_ahead,
                const Gradient* gradients, Block<Cell>& block) {
  for (std::size_t i = 0; i < n; ++i) {
    const Row ahead = rows[std::min(i + kPrefetch, n_ahead - 1)];
    __builtin_prefetch(part_rows + ahead * Width);
    __builtin_prefetch(gradients + ahead);
    block.gradients[i] = Cell::from(gradients[rows[i]]);
    std::memcpy(block.bins + i * Width, part_rows + rows[i] * Width, Width);
  }
}

template <class Cell, class Gradient>
void copy_block_of(std::size_t n_tiles, const std::uint8_t* part_rows, const Row* rows,
                   std::size_t n, std::size_t n_ahead, const Gradient* gradients,
                   Block<Cell>& block) {
  switch (n_tiles) {
    case 1: return copy_block<kTile>(part_rows, rows, n, n_ahead, gradients, block);
    case 2: return copy_block<2 * kTile>(part_rows, rows, n, n_ahead, gradients, block);
    case 3: return copy_block<3 * kTile>(part_rows, rows, n, n_ahead, gradients, block);
    case 4: return copy_block<4 * kTile>(part_rows, rows, n, n_ahead, gradients, block);
    case 5: return copy_block<5 * kTile>(part_rows, rows, n, n_ahead, gradients, block);
    case 6: return copy_block<6 * kTile>(part_rows, rows, n, n_ahead, gradients, block);
    case 7: return copy_block<7 * kTile>(part_rows, rows, n, n_ahead, gradients, block);
    default: return copy_block<8 * kTile>(part_rows, rows, n, n_ahead, gradients, block);
  }
}

template <class Cell, class Gradient>
void add_narrow(const BinnedMatrix& m, const HistogramPart& part, const Row* rows,
                std::size_t begin, std::size_t end, const Gradient* gradients, Cell* histogram) {
  const std::size_t width = m.part_bytes(part.first_tile);
  const std::uint8_t* part_rows = m.by_row.data() + m.part_begin(part.first_tile);
  static thread_local Block<Cell> block;
  for (std::size_t at = begin; at < end; at += kBlock) {
    const std::size_t n = std::min(kBlock, end - at);
    const std::uint8_t* bins = part_rows + at * width;
    const Cell* g = nullptr;
    if constexpr (std::is_same_v<Cell, Gradient>) g = gradients + at;
    if (rows) {
      copy_block_of(width / kTile, part_rows, rows + at, n, end - at, gradients, block);
      bins = block.bins;
      g = block.gradients;
    }
    for (std::size_t t = part.first_tile; t < part.last_tile; ++t)
      add_to_tile(m.tiles[t], bins + (t - part.first_tile) * kTile, width, g, n,
                  histogram + m.tiles[t].first_slot);
  }
}

template <class Cell, class Gradient>
void add_sparse(const BinnedMatrix& m, const HistogramPart& part, const Row* rows,
                std::size_t begin, std::size_t end, const Gradient* gradients, Cell* histogram) {
  Cell* to = histogram + part.first_slot;
  const Cell total =
      each_sparse_row<Cell>(*part.sparse, rows, begin, end, gradients,
                            [&](std::uint16_t slot, const Cell& g) { to[slot] += g; });
  for (const std::uint32_t f : part.columns) {
    const BinnedColumn& c = m.columns[f];
    Cell* slots = histogram + c.first_slot;
    Cell rest = total;
    for (std::uint32_t b = 0; b < c.n_slots(); ++b) rest -= slots[b];
    slots[c.default_bin] = rest;
  }
}

}  // namespace

std::vector<HistogramPart> histogram_parts(const BinnedMatrix& m) {
  std::vector<HistogramPart> parts;
  for (std::size_t t = 0; t < m.tiles.size(); t += kPartTiles) {
    HistogramPart part;
    part.first_tile = t;
    part.last_tile = std::min(m.tiles.size(), t + kPartTiles);
    part.first_slot = m.tiles[t].first_slot;
    const BinTile& last = m.tiles[part.last_tile - 1];
    part.last_slot = last.first_slot + kTile * last.stride;
    for (std::size_t p = t * kTile; p < std::min(m.narrow_columns.size(), part.last_tile * kTile);
         ++p)
      part.columns.push_back(m.narrow_columns[p]);
    parts.push_back(std::move(part));
  }
  for (const std::uint32_t f : m.wide_columns) {
    const BinnedColumn& c = m.columns[f];
    parts.push_back({c.first_slot, c.first_slot + c.n_slots(), 0, 0, {f}, true, nullptr});
  }
  for (const SparsePart& p : m.sparse_parts)
    parts.push_back({p.first_slot, p.last_slot, 0, 0, p.columns, false, &p});
  return parts;
}

template <class Cell, class Gradient>
void add_rows(const BinnedMatrix& m, const HistogramPart& part, const Row* rows, std::size_t begin,
              std::size_t end, const Gradient* gradients, Cell* histogram) {
  if (part.sparse) return add_sparse(m, part, rows, begin, end, gradients, histogram);
  if (!part.wide) return add_narrow(m, part, rows, begin, end, gradients, histogram);
  const BinnedColumn& c = m.columns[part.columns[0]];
  const std::uint16_t* bins = m.wide[c.place].data();
  Cell* slots = histogram + c.first_slot;
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t row = rows ? rows[i] : i;
    slots[bins[row]] += Cell::from(gradients[row]);
  }
}

template void add_rows(const BinnedMatrix&, const HistogramPart&, const Row*, std::size_t,
                       std::size_t, const Packed*, Packed*);
template void add_rows(const BinnedMatrix&, const HistogramPart&, const Row*, std::size_t,
                       std::size_t, const Packed*, Counted*);
template void add_rows(const BinnedMatrix&, const HistogramPart&, const Row*, std::size_t,
                       std::size_t, const Packed*, Precise*);
template void add_rows(const BinnedMatrix&, const HistogramPart&, const Row*, std::size_t,
                       std::size_t, const Precise*, Precise*);
template void add_rows(const BinnedMatrix&, const HistogramPart&, const Row*, std::size_t,
                       std::size_t, const PackedVector*, PackedVector*);
template void add_rows(const BinnedMatrix&, const HistogramPart&, const Row*, std::size_t,
                       std::size_t, const PreciseVector*, PreciseVector*);

}  // namespace spinney
