// Cells of a column as numbers, many at a time.
#pragma once

#include <algorithm>
#include <type_traits>

#include "data/table.h"

namespace spinney {

// Rows [begin, begin + n) of a column, as T (float only where the cells are).
template <class T>
void read_cells(const Column& c, std::size_t begin, std::size_t n, T* out) {
  if (!c.sparse) {
    visit_type(c.type, [&](auto* type) {
      using Cell = std::remove_cvref_t<decltype(*type)>;
      for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<T>(load<Cell>(c.data, c.stride, begin + i));
    });
    return;
  }
  std::fill_n(out, n, T{0});
  std::size_t low = 0, high = c.n_stored;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (c.stored_row(middle) < begin)
      low = middle + 1;
    else
      high = middle;
  }
  for (std::size_t k = low; k < c.n_stored && c.stored_row(k) < begin + n; ++k)
    out[c.stored_row(k) - begin] = static_cast<T>(stored_value(c, k));
}

}  // namespace spinney
