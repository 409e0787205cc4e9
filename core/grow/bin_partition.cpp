// Partition of rows by their bins, in parallel.
#include "grow/bin_partition.h"

#include <algorithm>
#include <cstring>

#include "base/pool.h"
#include "base/stopwatch.h"

namespace spinney {
namespace {

constexpr std::size_t kShareRows = 6'000;  // fewer rows are partitioned by one thread

// Compacts left rows in place and copies right rows to `right`; returns the number of left rows.
template <class Bin>
std::size_t partition_range(const Bin* bins, std::size_t stride, const std::uint8_t* goes_left,
                            Row* rows, Row* right, std::size_t n) {
  std::size_t l = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Row row = rows[i];
    rows[l] = row;
    right[i - l] = row;
    l += goes_left[bins[row * stride]];
  }
  return l;
}

}  // namespace

std::vector<std::uint8_t> left_bins(const BinnedColumn& column, const BinSplit& split,
                                    const BinNode& node) {
  std::vector<std::uint8_t> left(std::max<std::size_t>(256, column.n_bins + 1));
  if (column.categorical) {
    const bool unseen_left = split.left.hessian > node.total.hessian - split.left.hessian;
    std::fill_n(left.begin(), column.n_bins, unseen_left);
    for (const Code b : split.seen_bins) left[b] = 0;
    for (const Code b : split.left_bins) left[b] = 1;
  } else {
    std::fill_n(left.begin(), split.last_left + 1, 1);
  }
  left[column.n_bins] = split.missing_left;
  return left;
}

void BinPartition::start(const std::vector<Row>* rows, Interrupt& interrupt) {
  if (rows) {
    rows_ = *rows;
  } else {
    rows_.resize(matrix_.n_rows);
    const std::size_t n_shares = (rows_.size() + kShareRows - 1) / kShareRows;
    parallel_for(n_threads_, n_shares, interrupt, [&](std::size_t p, int) {
      const std::size_t end = std::min(rows_.size(), (p + 1) * kShareRows);
      for (std::size_t i = p * kShareRows; i < end; ++i) rows_[i] = static_cast<Row>(i);
    });
  }
  right_.resize(rows_.size());
}

// Marks the rows of a node that leave the side of the default bin. `goes_left` becomes that of
// unmarked and marked rows.
void BinPartition::mark_rows(const BinnedColumn& column, std::vector<std::uint8_t>& goes_left,
                             std::size_t begin, std::size_t end) {
  marks_.resize(matrix_.n_rows);
  const std::uint8_t by_default = goes_left[column.default_bin];
  matrix_.sparse[column.place].each_of(&rows_[begin], end - begin, [&](Row row, std::uint32_t bin) {
    if (goes_left[bin] == by_default) return;
    marks_[row] = 1;
    marked_.push_back(row);
  });
  goes_left = {by_default, static_cast<std::uint8_t>(!by_default)};
}

void BinPartition::clear_marks() {
  for (const Row row : marked_) marks_[row] = 0;
  marked_.clear();
}

std::size_t BinPartition::partition(const BinSplit& split, const BinNode& node, std::size_t begin,
                                    std::size_t end, Interrupt& interrupt) {
  const Stopwatch timer(seconds_);
  const BinnedColumn& column = matrix_.columns[split.feature];
  std::vector<std::uint8_t> goes_left = left_bins(column, split, node);
  const std::size_t n = end - begin;
  const std::size_t n_shares =
      n_threads_ > 1 && n >= kShareRows ? static_cast<std::size_t>(n_threads_) : 1;
  std::vector<std::size_t> n_left(n_shares);
  const auto bound = [&](std::size_t p) { return begin + n * p / n_shares; };
  if (column.sparse) mark_rows(column, goes_left, begin, end);
  parallel_for(static_cast<int>(n_shares), n_shares, interrupt, [&](std::size_t p, int) {
    const std::size_t from = bound(p), size = bound(p + 1) - from;
    const auto divide = [&](const auto* bins, std::size_t stride) {
      return partition_range(bins, stride, goes_left.data(), &rows_[from], &right_[from], size);
    };
    n_left[p] = column.sparse ? divide(marks_.data(), 1) : matrix_.visit_bins(column, divide);
    // Only the last share already has the position of its right rows.
    if (p + 1 == n_shares) std::copy_n(&right_[from], size - n_left[p], &rows_[from] + n_left[p]);
  });
  if (column.sparse) clear_marks();
  std::size_t to = begin + n_left[0];
  for (std::size_t p = 1; p < n_shares; ++p) {
    std::memmove(&rows_[to], &rows_[bound(p)], n_left[p] * sizeof(Row));
    to += n_left[p];
  }
  const std::size_t middle = to;
  for (std::size_t p = 0; p + 1 < n_shares; ++p) {
    const std::size_t n_right = bound(p + 1) - bound(p) - n_left[p];
    if (n_right > 0) std::memcpy(&rows_[to], &right_[bound(p)], n_right * sizeof(Row));
    to += n_right;
  }
  return middle;
}

void BinPartition::restore(std::size_t begin, std::size_t middle, std::size_t end) {
  std::merge(rows_.begin() + static_cast<std::ptrdiff_t>(begin),
             rows_.begin() + static_cast<std::ptrdiff_t>(middle),
             rows_.begin() + static_cast<std::ptrdiff_t>(middle),
             rows_.begin() + static_cast<std::ptrdiff_t>(end), right_.begin());
  std::copy_n(right_.begin(), end - begin, rows_.begin() + static_cast<std::ptrdiff_t>(begin));
}

}  // namespace spinney
