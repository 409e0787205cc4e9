// Choice and storage of sparse columns: cells by column, slots in parts, cells by row.
#include "data/sparse_parts.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/pool.h"
#include "base/random.h"
#include "data/bin_cells.h"

namespace spinney {
namespace {

constexpr std::size_t kSampleRows = 256;

// The cells of a column as a dense one: all of them, or the stored ones of a sparse column.
Column stored_cells(Column column) {
  column.sparse = false;
  return column;
}

// The bin of cells that are not stored.
std::uint32_t bin_of_zero(const Column& column, const BinnedColumn& plan) {
  const double zero = 0;
  Column one;
  one.data = reinterpret_cast<const char*>(&zero);
  one.levels = column.levels;
  std::uint8_t bin = 0;
  bin_block(one, plan, 0, 1, &bin);
  return bin;
}

// Whether most cells of a column are in one bin: by the number of stored cells, or by a sample.
bool mostly_default(const Column& column, std::size_t n_rows, BinnedColumn& plan) {
  if (plan.wide) return false;
  if (column.sparse) {
    plan.default_bin = bin_of_zero(column, plan);
    return static_cast<double>(column.n_stored) <= kMaxSparseFill * static_cast<double>(n_rows);
  }
  const std::size_t n = std::min(n_rows, kSampleRows);
  std::size_t counts[256] = {};
  Random random(n_rows);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint8_t bin = 0;
    const std::size_t row = n < n_rows ? random.below(static_cast<std::uint32_t>(n_rows)) : i;
    bin_block(column, plan, row, 1, &bin);
    ++counts[bin];
  }
  const auto* largest = std::max_element(counts, counts + 256);
  plan.default_bin = static_cast<std::uint32_t>(largest - counts);
  return static_cast<double>(n - *largest) <= kMaxSparseFill * static_cast<double>(n);
}

void store_cells(const Column& column, std::size_t n_rows, BinnedColumn& plan, SparseCells& out) {
  const Column cells = stored_cells(column);
  const std::size_t n_cells = column.sparse ? column.n_stored : n_rows;
  std::size_t counts[256] = {};
  std::uint8_t bins[kBinRows];
  for (std::size_t begin = 0; begin < n_cells; begin += kBinRows) {
    const std::size_t n = std::min(kBinRows, n_cells - begin);
    bin_block(cells, plan, begin, n, bins);
    for (std::size_t i = 0; i < n; ++i) {
      if (bins[i] == plan.default_bin) continue;
      out.rows.push_back(
          static_cast<Row>(column.sparse ? column.stored_row(begin + i) : begin + i));
      out.bins.push_back(bins[i]);
      ++counts[bins[i]];
    }
  }
  out.rows.shrink_to_fit();
  out.bins.shrink_to_fit();
  counts[plan.default_bin] = n_rows - out.rows.size();
  plan.any_missing = plan.n_bins < 256 && counts[plan.n_bins] > 0;
  plan.n_largest = *std::max_element(counts, counts + 256);
}

// Columns with many cells come first, so that those with too few for a split share parts that no
// node needs.
void assign_parts(BinnedMatrix& m) {
  constexpr std::size_t kMaxCells = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> order = m.sparse_columns;
  const auto n_cells = [&](std::uint32_t f) { return m.sparse[m.columns[f].place].rows.size(); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return n_cells(a) > n_cells(b); });
  std::size_t cells = 0, all_cells = 0;
  for (const std::uint32_t f : order) {
    BinnedColumn& c = m.columns[f];
    const bool full = m.sparse_parts.empty() || cells + n_cells(f) > kMaxCells ||
                      m.n_slots + c.n_slots() - m.sparse_parts.back().first_slot > kSparsePartSlots;
    if (full) {
      m.sparse_parts.emplace_back();
      m.sparse_parts.back().first_slot = m.n_slots;
      cells = 0;
    }
    cells += n_cells(f);
    all_cells += n_cells(f);
    c.first_slot = m.n_slots;
    m.n_slots += c.n_slots();
    c.part = static_cast<std::uint32_t>(m.sparse_parts.size() - 1);
    m.sparse_parts.back().last_slot = m.n_slots;
    m.sparse_parts.back().columns.push_back(f);
  }
  m.sparse_row_cells = static_cast<double>(all_cells) / static_cast<double>(m.n_rows);
}

// The cells of a part by row.
void fill_part(const BinnedMatrix& m, SparsePart& part) {
  part.row_begin.assign(m.n_rows + 1, 0);
  for (const std::uint32_t f : part.columns)
    for (const Row row : m.sparse[m.columns[f].place].rows) ++part.row_begin[row + 1];
  std::partial_sum(part.row_begin.begin(), part.row_begin.end(), part.row_begin.begin());
  part.slots.resize(part.row_begin.back());
  std::vector<std::uint32_t> next(part.row_begin.begin(), part.row_begin.end() - 1);
  for (const std::uint32_t f : part.columns) {
    const SparseCells& cells = m.sparse[m.columns[f].place];
    const std::size_t first = m.columns[f].first_slot - part.first_slot;
    for (std::size_t k = 0; k < cells.rows.size(); ++k)
      part.slots[next[cells.rows[k]]++] = static_cast<std::uint16_t>(first + cells.bins[k]);
  }
}

}  // namespace

void choose_sparse_columns(const Table& table, int n_threads, Interrupt& interrupt,
                           BinnedMatrix& m) {
  if (m.n_rows == 0 || m.columns.size() < kMinSparseColumns) return;
  parallel_for(n_threads, m.columns.size(), interrupt, [&](std::size_t f, int) {
    m.columns[f].sparse = mostly_default(table.columns[f], m.n_rows, m.columns[f]);
  });
  for (std::uint32_t f = 0; f < m.columns.size(); ++f)
    if (m.columns[f].sparse) {
      m.columns[f].place = m.sparse_columns.size();
      m.sparse_columns.push_back(f);
    }
  if (m.sparse_columns.size() >= kMinSparseColumns) return;
  for (const std::uint32_t f : m.sparse_columns) m.columns[f].sparse = false;
  m.sparse_columns.clear();
}

void store_sparse_columns(const Table& table, int n_threads, Interrupt& interrupt,
                          BinnedMatrix& m) {
  if (m.sparse_columns.empty()) return;
  m.sparse.resize(m.sparse_columns.size());
  parallel_for(n_threads, m.sparse_columns.size(), interrupt, [&](std::size_t place, int) {
    const std::uint32_t f = m.sparse_columns[place];
    store_cells(table.columns[f], m.n_rows, m.columns[f], m.sparse[place]);
  });
  assign_parts(m);
  parallel_for(n_threads, m.sparse_parts.size(), interrupt,
               [&](std::size_t p, int) { fill_part(m, m.sparse_parts[p]); });
}

}  // namespace spinney
