// Copying cells of a column into the layout of a prediction engine.
#pragma once

#include <cstdint>
#include <type_traits>

#include "data/table.h"

namespace spinney {

// Code of a categorical cell: one of three special codes, or kFirstLevel plus its level.
enum CategoryCode : std::uint32_t { kMissingCode, kUnknownCode, kUnseenCode, kFirstLevel };

struct CopyInfo {
  bool fits = true;  // every number is exactly representable in the copy
  bool has_missing = false;
};

// Copies the numbers of rows [first_row, first_row + n_rows) to at(0), at(1), ...
template <class At>
CopyInfo copy_numbers(const Column& c, std::size_t first_row, std::size_t n_rows, At&& at) {
  using Cell = std::remove_cvref_t<decltype(at(0))>;
  CopyInfo copied;
  each_cell(c, first_row, n_rows, [&](std::size_t i, auto cell) {
    at(i) = static_cast<Cell>(cell);
    if constexpr (!std::is_same_v<Cell, decltype(cell)>) {
      const auto x = static_cast<double>(cell);
      copied.fits &= static_cast<double>(at(i)) == x || x != x;
    }
  });
  unsigned missing = 0;
  for (std::size_t i = 0; i < n_rows; ++i) missing |= at(i) != at(i);
  copied.has_missing = missing != 0;
  return copied;
}

// Copies category codes in the same way; levels from n_levels on are unseen.
template <class At>
void copy_codes(const Column& c, std::uint32_t n_levels, std::size_t first_row, std::size_t n_rows,
                At&& at) {
  using Cell = std::remove_cvref_t<decltype(at(0))>;
  each_cell(c, first_row, n_rows, [&](std::size_t i, auto cell) {
    const auto x = static_cast<double>(cell);
    if (!(x >= 0))
      at(i) = Cell{kMissingCode};
    else if (x >= c.levels)
      at(i) = Cell{kUnknownCode};
    else
      at(i) = static_cast<Cell>(x < n_levels ? kFirstLevel + static_cast<std::uint32_t>(x)
                                             : kUnseenCode);
  });
}

}  // namespace spinney
