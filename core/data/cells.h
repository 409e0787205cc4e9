// Reading many cells of a column as numbers.
#pragma once

#include "data/table.h"

namespace spinney {

// Rows [begin, begin + n) of a column, as T (float only for float32 cells).
template <class T>
void read_cells(const Column& c, std::size_t begin, std::size_t n, T* out) {
  each_cell(c, begin, n, [&](std::size_t i, auto cell) { out[i] = static_cast<T>(cell); });
}

}  // namespace spinney
