// A few rows copied feature by feature, ready to be compared as vectors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "data/table.h"
#include "predict/cell_copies.h"

namespace spinney {

// Cells that are compared at once; a Word has the width of a cell.
template <class Cell>
struct Lanes {
  using Word = std::conditional_t<sizeof(Cell) == 4, std::uint32_t, std::uint64_t>;
  static constexpr std::size_t kBytes = 32;
  static constexpr std::size_t kCount = kBytes / sizeof(Cell);
  typedef Cell Cells __attribute__((vector_size(kBytes)));
  typedef Word Words __attribute__((vector_size(kBytes)));
};

// The features that are asked, each with a slot in the block.
struct Slots {
  std::vector<std::uint32_t> numbers, categories;         // slot -> feature
  std::vector<std::uint32_t> number_slot, category_slot;  // feature -> slot
  std::vector<std::uint32_t>
      n_levels;  // category slot -> one more than the largest level that a question has seen
};

template <class Cell>
class RowBlock {
 public:
  using Word = typename Lanes<Cell>::Word;

  // For up to `width` rows at a time, a multiple of the lanes.
  RowBlock(const Slots& slots, std::size_t width)
      : slots_(slots),
        lines_(width / Lanes<Cell>::kCount),
        numbers_(std::max<std::size_t>(1, slots.numbers.size()) *
                 lines_),  // slot 0 may always be read
        codes_(slots.categories.size() * lines_) {}

  // False if a number does not fit into a Cell as it is: the block must not be used then.
  bool fill(const Table& table, std::size_t first_row, std::size_t n_rows);

  const Cell* numbers(std::size_t slot) const { return numbers_[slot * lines_].cells; }
  const Word* codes(std::size_t slot) const { return codes_[slot * lines_].cells; }
  std::size_t width() const { return lines_ * Lanes<Cell>::kCount; }
  bool has_missing() const { return has_missing_; }  // among the numbers

 private:
  template <class T>
  struct alignas(Lanes<Cell>::kBytes) Line {
    T cells[Lanes<Cell>::kCount];
  };

  const Slots& slots_;
  std::size_t lines_;  // of a slot
  std::vector<Line<Cell>> numbers_;
  std::vector<Line<Word>> codes_;
  bool has_missing_ = false;
};

}  // namespace spinney
