// Row-major copy of the codes of dense columns. It is used to read few rows of all columns: the
// codes of a row share cache lines, while distant rows of a column do not.
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
  // Copies the codes of rows[0..n) to the columns of `part`. `places`: row indices in this copy;
  // empty: the same. Leaves columns that are not dense, or have `skip` set, unchanged.
  void take(const Row* rows, std::size_t n, const std::vector<Row>& places,
            const std::vector<bool>& skip, EncodedMatrix& part) const;

 private:
  struct Cells {
    std::size_t width = 0, offset = 0;  // in bytes; width 0: not dense
  };
  std::vector<Cells> cells_;
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace spinney
