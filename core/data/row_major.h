// The codes of dense columns once more, row by row. A few rows of all columns are read from there:
// the codes of a row share cache lines, those of a column do not once its rows are far apart.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace spinney {

struct EncodedMatrix;

class RowMajor {
 public:
  explicit RowMajor(const EncodedMatrix& matrix);

  bool has(std::size_t column) const { return cells_[column].width > 0; }
  // The codes of rows[0..n) as columns. `places`: where the rows are here; empty: at their numbers.
  // Columns that are not here stay as they are, and so do those with `skip` set.
  void take(const Row* rows, std::size_t n, const std::vector<Row>& places,
            const std::vector<bool>& skip, EncodedMatrix& part) const;

 private:
  struct Cells {
    std::size_t width = 0, offset = 0;  // bytes; no width: the column is not dense
  };
  std::vector<Cells> cells_;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace spinney
