// Bitsets of the rows on the left of each cut.
#include "optimal/cut_bits.h"

#include <algorithm>
#include <bit>

#include "base/clones.h"

namespace spinney::optimal {
namespace {

SPINNEY_CLONES
void count_common(const std::uint64_t* __restrict first, const std::uint64_t* __restrict seconds,
                  std::size_t words, std::size_t n, const std::uint32_t* begin,
                  std::size_t n_classes, std::int32_t* out, std::size_t stride) {
  for (std::size_t j = 0; j < n; ++j) {
    const std::uint64_t* second = seconds + j * words;
    for (std::size_t k = 0; k < n_classes; ++k) {
      int common = 0;
      for (std::size_t w = begin[k]; w < begin[k + 1]; ++w)
        common += std::popcount(first[w] & second[w]);
      out[k * stride + j] = common;
    }
  }
}

}  // namespace

CutBits::CutBits(const RowTargets<std::int32_t>& rows, const std::vector<std::int32_t>& total,
                 const CellShape& shape) {
  constexpr std::int64_t kBitsPerRow = 4;
  std::int64_t weight = 0;
  for (std::size_t k = 0; k < shape.n_planes; ++k) weight += total[k];
  const auto n_rows = static_cast<std::int64_t>(rows.size());
  if (shape.limited || weight > kBitsPerRow * n_rows) return;
  single_ = weight == n_rows;
  begin_.push_back(0);
  for (std::size_t k = 0; k < shape.n_planes; ++k)
    begin_.push_back(begin_.back() + (static_cast<std::uint32_t>(total[k]) + 63) / 64);
  words_ = begin_.back();
  rows_.resize(shape.n_planes + 1);
  for (const auto k : rows.plane) ++rows_[k + 1];
  for (std::size_t k = 0; k < shape.n_planes; ++k) rows_[k + 1] += rows_[k];
  if (single_) return;
  for (std::size_t k = 0; k < shape.n_planes; ++k) {
    std::uint32_t at = 64 * begin_[k];
    for (std::size_t i = rows_[k]; i < rows_[k + 1]; ++i) {
      place_.push_back(at);
      at += static_cast<std::uint32_t>(rows.weight[i]);
    }
  }
}

// A column with two codes: assemble each word before storing it.
void CutBits::set_pair(const SubsetColumn& column, std::uint64_t* cut) const {
  for (std::size_t k = 0; k + 1 < rows_.size(); ++k)
    for (std::size_t i = rows_[k], at = begin_[k]; i < rows_[k + 1]; i += 64, ++at) {
      const std::size_t n = std::min<std::size_t>(64, rows_[k + 1] - i);
      std::uint64_t word = 0;
      for (std::size_t j = 0; j < n; ++j) word |= std::uint64_t{column.codes[i + j] == 0} << j;
      cut[at] = word;
    }
}

void CutBits::set_codes(const RowTargets<std::int32_t>& rows, const SubsetColumn& column,
                        std::uint64_t* cuts) const {
  for (std::size_t k = 0; k + 1 < rows_.size(); ++k)
    for (std::size_t i = rows_[k]; i < rows_[k + 1]; ++i) {
      std::uint64_t* cut = cuts + column.codes[i] * words_;
      const std::size_t first = single_ ? 64 * std::size_t{begin_[k]} + (i - rows_[k]) : place_[i];
      const std::size_t last = first + static_cast<std::size_t>(rows.weight[i]);
      for (std::size_t bit = first; bit < last; ++bit)
        cut[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
}

void CutBits::add_column(const RowTargets<std::int32_t>& rows, const SubsetColumn& c) {
  const std::size_t base = bits_.size();
  if (single_ && c.n_codes() == 2) {
    bits_.resize(base + words_);
    return set_pair(c, bits_.data() + base);
  }
  bits_.resize(base + c.n_codes() * words_);
  set_codes(rows, c, bits_.data() + base);
  bits_.resize(base + c.n_cuts() * words_);
  if (c.nominal) return;
  for (std::size_t at = base + words_; at < bits_.size(); ++at) bits_[at] |= bits_[at - words_];
}

CutBits CutBits::side(std::size_t cut, bool left) const {
  CutBits part = *this;
  const std::vector<std::uint64_t> of_cut(
      bits_.begin() + static_cast<std::ptrdiff_t>(cut * words_),
      bits_.begin() + static_cast<std::ptrdiff_t>((cut + 1) * words_));
  for (std::size_t at = 0; at < part.bits_.size(); at += words_)
    for (std::size_t w = 0; w < words_; ++w) part.bits_[at + w] &= left ? of_cut[w] : ~of_cut[w];
  return part;
}

void CutBits::count(std::size_t first, std::size_t second, std::size_t n, std::int32_t* out,
                    std::size_t stride) const {
  count_common(bits_.data() + first * words_, bits_.data() + second * words_, words_, n,
               begin_.data(), begin_.size() - 1, out, stride);
}

}  // namespace spinney::optimal
