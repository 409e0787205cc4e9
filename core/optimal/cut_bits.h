// Which rows lie on the left of which cut, in bits: sums over two cuts are counts of common bits.
#pragma once

#include <cstdint>
#include <vector>

#include "optimal/cells.h"
#include "optimal/column.h"

namespace spinney::optimal {

// The rows of each class begin at a word of their own. A row of weight w has w bits. Rows are in
// the order of classes.
class CutBits {
 public:
  CutBits(const RowTargets<std::int32_t>& rows, const std::vector<std::int32_t>& total,
          const CellShape& shape);

  // Not worth it, or not possible: leaves must have a least size, or there are far more bits than
  // rows.
  bool empty() const { return words_ == 0; }
  std::size_t words() const { return words_; }

  // The cuts of a column, after those of the columns before it.
  void add_column(const RowTargets<std::int32_t>& rows, const SubsetColumn& column);

  // out[k * stride + j]: the weight of class k on the left of cut `first` and of cut `second + j`,
  // for j below n.
  void count(std::size_t first, std::size_t second, std::size_t n, std::int32_t* out,
             std::size_t stride) const;

  // The rows on one side of a cut.
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
