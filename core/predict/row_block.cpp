#include "predict/row_block.h"

namespace spinney {
namespace {

template <class Word>
void fill_codes(const Column& c, std::uint32_t n_levels, std::size_t first_row, std::size_t n_rows, Word* out) {
  each_cell(c, first_row, n_rows, [&](std::size_t i, auto cell) {
    const auto x = static_cast<double>(cell);
    if (!(x >= 0))
      out[i] = kMissingCode;
    else if (x >= c.levels)
      out[i] = kUnknownCode;
    else
      out[i] = x < n_levels ? kFirstLevel + static_cast<Word>(x) : Word{kUnseenCode};
  });
}

}  // namespace

template <class Cell>
bool RowBlock<Cell>::fill_numbers(const Column& c, std::size_t first_row, std::size_t n_rows, Cell* out) {
  bool fits = true;
  each_cell(c, first_row, n_rows, [&](std::size_t i, auto cell) {
    out[i] = static_cast<Cell>(cell);
    if constexpr (!std::is_same_v<Cell, decltype(cell)>) {
      const auto x = static_cast<double>(cell);
      fits &= static_cast<double>(out[i]) == x || x != x;
    }
  });
  Word missing = 0;
  for (std::size_t i = 0; i < n_rows; ++i) missing |= out[i] != out[i];
  has_missing_ |= missing != 0;
  return fits;
}

template <class Cell>
bool RowBlock<Cell>::fill(const Table& table, std::size_t first_row, std::size_t n_rows) {
  has_missing_ = false;
  for (std::size_t s = 0; s < slots_.numbers.size(); ++s) {
    const std::uint32_t feature = slots_.numbers[s];
    if (feature == Slots::kUnused) continue;
    if (!fill_numbers(table.columns[feature], first_row, n_rows, numbers_[s * lines_].cells)) return false;
  }
  for (std::size_t s = 0; s < slots_.categories.size(); ++s) {
    const std::uint32_t feature = slots_.categories[s];
    if (feature == Slots::kUnused) continue;
    fill_codes(table.columns[feature], slots_.n_levels[s], first_row, n_rows, codes_[s * lines_].cells);
  }
  return true;
}

template class RowBlock<float>;
template class RowBlock<double>;

}  // namespace spinney
