// Iteration over the codes of a column for given rows, for every storage type.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "data/encoded_matrix.h"

namespace spinney {

// Prefetch distance in rows: rows are often far apart in memory.
inline constexpr std::size_t kPrefetchRows = 24;

// For callers of each_code() with few rows per call, where it cannot prefetch by itself.
inline void prefetch_cell(const EncodedColumn& column, Row row) {
  if (column.storage == Storage::direct)
    __builtin_prefetch(column.source.data +
                       static_cast<std::ptrdiff_t>(row) * column.source.stride);
}

template <class T, class Use>
void each_dense_code(const EncodedColumn& column, const Row* rows, std::size_t n, Use&& use) {
  constexpr T kNone = std::numeric_limits<T>::max();
  const T* codes = column.codes<T>();
  for (std::size_t i = 0; i < n; ++i) {
    const T code = codes[rows[i]];
    use(i, std::is_same_v<T, Code> || code != kNone ? static_cast<Code>(code) : kMissing);
  }
}

template <class Cell, class Use>
void each_direct_code(const Column& source, const Row* rows, std::size_t n, Use&& use) {
  const char* data = source.data;
  const std::ptrdiff_t stride = source.stride;
  const auto cell = [&](std::size_t i) {
    return data + static_cast<std::ptrdiff_t>(rows[i]) * stride;
  };
  for (std::size_t i = 0; i < n; ++i) {
    __builtin_prefetch(cell(std::min(i + kPrefetchRows, n - 1)));
    Cell x;
    std::memcpy(&x, cell(i), sizeof x);
    use(i, direct_code(static_cast<float>(x)));
  }
}

// Merges both ascending row lists; uses binary search if there are few rows.
template <class Use>
void each_sparse_code(const EncodedColumn& column, const Row* rows, std::size_t n, Use&& use) {
  const auto& stored = column.stored_rows;
  auto at = stored.begin();
  const bool few_rows = n * 16 < stored.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (few_rows)
      at = std::lower_bound(at, stored.end(), rows[i]);
    else
      while (at != stored.end() && *at < rows[i]) ++at;
    const bool found = at != stored.end() && *at == rows[i];
    use(i, found ? column.stored_codes[static_cast<std::size_t>(at - stored.begin())]
                 : column.absent_code);
  }
}

// Calls use(i, code) for rows[0..n), which ascend.
template <class Use>
void each_code(const EncodedColumn& column, const Row* rows, std::size_t n, Use&& use) {
  switch (column.storage) {
    case Storage::u8: return each_dense_code<std::uint8_t>(column, rows, n, use);
    case Storage::u16: return each_dense_code<std::uint16_t>(column, rows, n, use);
    case Storage::u32: return each_dense_code<std::uint32_t>(column, rows, n, use);
    case Storage::direct:
      if (column.source.type == CellType::f32)
        return each_direct_code<float>(column.source, rows, n, use);
      return each_direct_code<double>(column.source, rows, n, use);
    case Storage::sparse: return each_sparse_code(column, rows, n, use);
    case Storage::absent: break;
  }
}

}  // namespace spinney
