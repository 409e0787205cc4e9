// A block of rows copied feature by feature, for vectorized comparisons.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "data/table.h"
#include "predict/cell_copies.h"

namespace spinney {

// Vector types; a Word has the width of a Cell.
template <class Cell>
struct Lanes {
  using Word = std::conditional_t<sizeof(Cell) == 4, std::uint32_t, std::uint64_t>;
  static constexpr std::size_t kBytes = 32;
  static constexpr std::size_t kCount = kBytes / sizeof(Cell);
  typedef Cell Cells __attribute__((vector_size(kBytes)));
  typedef Word Words __attribute__((vector_size(kBytes)));
};

// The features used by the trees, each with a slot in the block.
struct Slots {
  std::vector<std::uint32_t> numbers, categories;         // slot -> feature
  std::vector<std::uint32_t> number_slot, category_slot;  // feature -> slot
  std::vector<std::uint32_t> n_levels;  // category slot -> one more than the largest level seen
};

template <class Cell>
class RowBlock {
 public:
  using Word = typename Lanes<Cell>::Word;

  // A block of up to `width` rows, a multiple of the number of lanes.
  RowBlock(const Slots& slots, std::size_t width)
      : slots_(slots),
        lines_(width / Lanes<Cell>::kCount),
        // At least one slot, because leaves read slot 0.
        numbers_(std::max<std::size_t>(1, slots.numbers.size()) * lines_),
        codes_(slots.categories.size() * lines_) {}

  // Returns false if a number is not exactly representable as Cell; the block is then invalid.
  bool fill(const Table& table, std::size_t first_row, std::size_t n_rows);

  const Cell* numbers(std::size_t slot) const { return numbers_[slot * lines_].cells; }
  const Word* codes(std::size_t slot) const { return codes_[slot * lines_].cells; }
  std::size_t width() const { return lines_ * Lanes<Cell>::kCount; }
  bool has_missing() const { return has_missing_; }  // in numeric columns

 private:
  template <class T>
  struct alignas(Lanes<Cell>::kBytes) Line {
    T cells[Lanes<Cell>::kCount];
  };

  const Slots& slots_;
  std::size_t lines_;  // per slot
  std::vector<Line<Cell>> numbers_;
  std::vector<Line<Word>> codes_;
  bool has_missing_ = false;
};

}  // namespace spinney
