// The stored cells of the sparse columns of an encoded matrix, by row and by code. Small nodes read
// the cells of their rows, because most columns have none there; large nodes read columns.
#pragma once

#include <cstdint>
#include <vector>

#include "base/radix_sort.h"
#include "base/types.h"

namespace spinney {

struct EncodedColumn;

class SparseCodes {
 public:
  struct Cell {
    std::uint32_t feature;
    Code code;
  };
  template <class T>
  struct Range {
    const T *first, *last;
    const T* begin() const { return first; }
    const T* end() const { return last; }
    bool empty() const { return first == last; }
  };

  SparseCodes() = default;
  // `by_code`: per column, its stored cells sorted by code.
  SparseCodes(const std::vector<EncodedColumn>& columns,
              const std::vector<std::vector<Entry>>& by_code, std::size_t n_rows);

  bool empty() const { return row_begin_.empty(); }
  std::size_t n_cells() const { return cells_.size(); }
  bool has(std::uint32_t feature) const { return is_sparse_[feature] != 0; }
  Range<Cell> row(Row row) const { return range(cells_, row_begin_, row); }
  Range<Entry> column(std::uint32_t feature) const {
    return range(entries_, column_begin_, feature);
  }

  // Sets `part` to the cells of rows[0..n); `new_row`: per row its number in the part, or kMissing.
  void take(const Row* rows, std::size_t n, const std::vector<Row>& new_row,
            SparseCodes& part) const;

 private:
  template <class T>
  static Range<T> range(const std::vector<T>& values, const std::vector<std::size_t>& begin,
                        std::size_t i) {
    return {values.data() + begin[i], values.data() + begin[i + 1]};
  }

  std::vector<std::size_t> row_begin_, column_begin_;
  std::vector<Cell> cells_;     // by row
  std::vector<Entry> entries_;  // by column, sorted by code
  std::vector<std::uint8_t> is_sparse_;
};

}  // namespace spinney
