// Copies rows of a table to a block.
#include "predict/row_block.h"

#include "predict/cell_copies.h"

namespace spinney {

template <class Cell>
bool RowBlock<Cell>::fill(const Table& table, std::size_t first_row, std::size_t n_rows) {
  has_missing_ = false;
  for (std::size_t s = 0; s < slots_.numbers.size(); ++s) {
    Cell* out = numbers_[s * lines_].cells;
    const Column& column = table.columns[slots_.numbers[s]];
    const CopyInfo copied =
        copy_numbers(column, first_row, n_rows, [&](std::size_t i) -> Cell& { return out[i]; });
    if (!copied.fits) return false;
    has_missing_ |= copied.has_missing;
  }
  for (std::size_t s = 0; s < slots_.categories.size(); ++s) {
    Word* out = codes_[s * lines_].cells;
    copy_codes(table.columns[slots_.categories[s]], slots_.n_levels[s], first_row, n_rows,
               [&](std::size_t i) -> Word& { return out[i]; });
  }
  return true;
}

template class RowBlock<float>;
template class RowBlock<double>;

}  // namespace spinney
