// Non-owning view of the user's columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/types.h"

namespace spinney {

enum class CellType : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };

// One column: dense with any stride, or sparse (ascending row indices; cells not stored are 0).
struct Column {
  CellType type = CellType::f64;
  const char* data = nullptr;
  std::ptrdiff_t stride = 0;  // in bytes
  std::uint32_t levels = 0;   // 0: numeric; otherwise cells are level indices below this

  bool sparse = false;
  const void* indices = nullptr;
  bool wide_indices = false;  // 64-bit row indices
  std::size_t n_stored = 0;

  bool categorical() const { return levels > 0; }
  std::size_t stored_row(std::size_t k) const {
    return wide_indices ? static_cast<std::size_t>(static_cast<const std::int64_t*>(indices)[k])
                        : static_cast<std::size_t>(static_cast<const std::int32_t*>(indices)[k]);
  }
  // The first stored cell of this or a later row, by binary search; `n_stored` if there is none.
  std::size_t first_stored(std::size_t row) const;
};

// Calls f with a null pointer to the C++ type of the cells.
template <class F>
decltype(auto) visit_type(CellType type, F&& f) {
  switch (type) {
    case CellType::i8: return f(static_cast<const std::int8_t*>(nullptr));
    case CellType::i16: return f(static_cast<const std::int16_t*>(nullptr));
    case CellType::i32: return f(static_cast<const std::int32_t*>(nullptr));
    case CellType::i64: return f(static_cast<const std::int64_t*>(nullptr));
    case CellType::u8: return f(static_cast<const std::uint8_t*>(nullptr));
    case CellType::u16: return f(static_cast<const std::uint16_t*>(nullptr));
    case CellType::u32: return f(static_cast<const std::uint32_t*>(nullptr));
    case CellType::u64: return f(static_cast<const std::uint64_t*>(nullptr));
    case CellType::f32: return f(static_cast<const float*>(nullptr));
    case CellType::f64: return f(static_cast<const double*>(nullptr));
  }
  __builtin_unreachable();
}

template <class T>
T load(const char* data, std::ptrdiff_t stride, std::size_t i) {
  T x;
  std::memcpy(&x, data + static_cast<std::ptrdiff_t>(i) * stride, sizeof x);
  return x;
}

// Cell k of a dense column, or stored cell k of a sparse one, as float64.
inline double stored_value(const Column& c, std::size_t k) {
  return visit_type(c.type, [&](auto* type) {
    using T = std::remove_cvref_t<decltype(*type)>;
    return static_cast<double>(load<T>(c.data, c.stride, k));
  });
}

// The cell of a row, as float64; by binary search in a sparse column.
double cell_value(const Column& c, std::size_t row);

// Calls put(i, cell) for the stored cells of a sparse column in rows first_row + i, i in [0,
// n_rows).
template <class Put>
void each_stored(const Column& c, std::size_t first_row, std::size_t n_rows, Put&& put) {
  visit_type(c.type, [&](auto* type) {
    using T = std::remove_cvref_t<decltype(*type)>;
    for (auto k = c.first_stored(first_row); k < c.n_stored && c.stored_row(k) < first_row + n_rows;
         ++k)
      put(c.stored_row(k) - first_row, load<T>(c.data, c.stride, k));
  });
}

// Calls put(i, cell) for rows first_row + i, i in [0, n_rows). In sparse columns every cell is put
// as 0 first.
template <class Put>
void each_cell(const Column& c, std::size_t first_row, std::size_t n_rows, Put&& put) {
  visit_type(c.type, [&](auto* type) {
    using T = std::remove_cvref_t<decltype(*type)>;
    if (!c.sparse) {
      const char* data = c.data + static_cast<std::ptrdiff_t>(first_row) * c.stride;
      for (std::size_t i = 0; i < n_rows; ++i) put(i, load<T>(data, c.stride, i));
      return;
    }
    for (std::size_t i = 0; i < n_rows; ++i) put(i, T{0});
    each_stored(c, first_row, n_rows, put);
  });
}

// The level of a categorical cell, or kMissing if it is not a level.
inline Code level_code(double value, std::uint32_t levels) {
  return value >= 0 && value < levels ? static_cast<Code>(value) : kMissing;
}

struct Table {
  std::size_t n_rows = 0;
  std::vector<Column> columns;
};

// Whether the table is a row-major matrix of floats without missing or infinite cells, checked in
// one fast pass. False for other tables: use find_infinite() and count_absent_cells() for those.
bool is_known_complete(const Table& table);

// (row, column) of the first infinite cell, in the first numeric column that has one.
std::optional<std::pair<std::size_t, std::size_t>> find_infinite(const Table& table, int n_threads,
                                                                 Interrupt& interrupt);

// columns x 2: the numbers of missing cells and of unknown categories.
std::vector<std::int64_t> count_absent_cells(const Table& table, int n_threads,
                                             Interrupt& interrupt);

}  // namespace spinney
