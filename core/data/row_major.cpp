// Tiled transposition between column-major and row-major codes.
#include "data/row_major.h"

#include <algorithm>
#include <cstring>

#include "data/encoded_matrix.h"

namespace spinney {
namespace {

constexpr std::size_t kTile = 64;  // rows that stay in the L1 cache while columns are copied

// Calls f with the width as a template argument.
template <class F>
void with_width(std::size_t width, F&& f) {
  if (width == 1) f.template operator()<1>();
  if (width == 2) f.template operator()<2>();
  if (width == 4) f.template operator()<4>();
}

}  // namespace

RowMajor::RowMajor(const EncodedMatrix& matrix) : cells_(matrix.columns.size()) {
  for (std::size_t j = 0; j < cells_.size(); ++j) {
    cells_[j] = {code_width(matrix.columns[j].storage), stride_};
    stride_ += cells_[j].width;
  }
  bytes_.resize(matrix.n_rows * stride_);
  for (std::size_t begin = 0; begin < matrix.n_rows; begin += kTile)
    for (std::size_t j = 0; j < cells_.size(); ++j)
      with_width(cells_[j].width, [&]<std::size_t kWidth>() {
        const std::uint8_t* from = matrix.columns[j].bytes.data();
        std::uint8_t* __restrict to = bytes_.data() + cells_[j].offset;
        const std::size_t end = std::min(begin + kTile, matrix.n_rows), stride = stride_;
        for (std::size_t r = begin; r < end; ++r)
          std::memcpy(to + r * stride, from + r * kWidth, kWidth);
      });
}

void RowMajor::take(const Row* rows, std::size_t n, const std::vector<Row>& places,
                    const std::vector<bool>& skip, EncodedMatrix& part) const {
  const auto wanted = [&](std::size_t j) { return has(j) && !skip[j]; };
  for (std::size_t j = 0; j < cells_.size(); ++j)
    if (wanted(j)) part.columns[j].bytes.resize(n * cells_[j].width);
  const std::uint8_t* from[2 * kTile];
  const auto find = [&](std::size_t i) {
    const Row row = places.empty() ? rows[i] : places[rows[i]];
    from[i % (2 * kTile)] = &bytes_[row * stride_];
    for (std::size_t b = 0; b < stride_; b += 64) __builtin_prefetch(from[i % (2 * kTile)] + b);
  };
  for (std::size_t i = 0; i < std::min(n, kTile); ++i) find(i);
  for (std::size_t begin = 0; begin < n; begin += kTile) {
    const std::size_t end = std::min(n, begin + kTile);
    for (std::size_t i = end; i < std::min(n, end + kTile); ++i) find(i);
    for (std::size_t j = 0; j < cells_.size(); ++j) {
      if (!wanted(j)) continue;
      with_width(cells_[j].width, [&]<std::size_t kWidth>() {
        std::uint8_t* __restrict to = part.columns[j].bytes.data() + begin * kWidth;
        const std::uint8_t* const* tile = from + begin % (2 * kTile);
        const std::size_t offset = cells_[j].offset;
        for (std::size_t i = 0; i < end - begin; ++i)
          std::memcpy(to + i * kWidth, tile[i] + offset, kWidth);
      });
    }
  }
}

}  // namespace spinney
