// Iteration over the sparse cells of a node's rows.
#pragma once

#include <algorithm>
#include <cstdint>

#include "data/sparse_bins.h"

namespace spinney {

// Calls add(slot, gradient) for the cells of rows[begin, end), which ascend; null rows: the
// identity. Returns the sum of the gradients of these rows.
template <class Cell, class Gradient, class Add>
Cell each_sparse_row(const SparsePart& part, const Row* rows, std::size_t begin, std::size_t end,
                     const Gradient* gradients, Add&& add) {
  constexpr std::size_t kPrefetch = 16;  // rows ahead
  const std::uint32_t* row_begin = part.row_begin.data();
  const std::uint16_t* slots = part.slots.data();
  Cell total{};
  for (std::size_t i = begin; i < end; ++i) {
    if (rows) {
      const Row ahead = rows[std::min(i + kPrefetch, end - 1)];
      __builtin_prefetch(gradients + ahead);
      __builtin_prefetch(slots + row_begin[ahead]);
    }
    const std::size_t row = rows ? rows[i] : i;
    const Cell g = Cell::from(gradients[row]);
    total += g;
    for (std::uint32_t k = row_begin[row]; k < row_begin[row + 1]; ++k) add(slots[k], g);
  }
  return total;
}

// The number of these cells.
inline std::size_t count_cells(const SparsePart& part, const Row* rows, std::size_t begin,
                               std::size_t end) {
  if (!rows) return part.row_begin[end] - part.row_begin[begin];
  std::size_t n = 0;
  for (std::size_t i = begin; i < end; ++i)
    n += part.row_begin[rows[i] + 1] - part.row_begin[rows[i]];
  return n;
}

}  // namespace spinney
