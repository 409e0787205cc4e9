// Bitsets of the rows on the left of each cut: sums over two cuts are popcounts of intersections.
#pragma once

#include <cstdint>
#include <vector>

#include "optimal/cells.h"
#include "optimal/column.h"

namespace spinney::optimal {

// The rows of each class start at a new word. A row of weight w occupies w bits. Rows are sorted by
// class.
class CutBits {
 public:
  CutBits(const RowTargets<std::int32_t>& rows, const std::vector<std::int32_t>& total,
          const CellShape& shape);

  // Bitsets do not apply: leaves have a minimum size, or there are far more bits than rows.
  bool empty() const { return words_ == 0; }
  std::size_t words() const { return words_; }

  // Append the cuts of a column.
  void add_column(const RowTargets<std::int32_t>& rows, const SubsetColumn& column);

  // For j < n: out[k * stride + j] is the weight of class k on the left of both cut `first` and cut
  // `second + j`.
  void count(std::size_t first, std::size_t second, std::size_t n, std::int32_t* out,
             std::size_t stride) const;

  // Bitsets of the rows on one side of a cut.
  CutBits side(std::size_t cut, bool left) const;

 private:
  void set_pair(const SubsetColumn& column, std::uint64_t* cut) const;
  void set_codes(const RowTargets<std::int32_t>& rows, const SubsetColumn& column,
                 std::uint64_t* cuts) const;

  std::size_t words_ = 0;
  bool single_ = true;                // all weights are 1
  std::vector<std::size_t> rows_;     // per class, and one more: its first row
  std::vector<std::uint32_t> begin_;  // per class, and one more: its first word
  std::vector<std::uint32_t> place_;  // per row: its first bit
  std::vector<std::uint64_t> bits_;   // cuts x words
};

}  // namespace spinney::optimal
