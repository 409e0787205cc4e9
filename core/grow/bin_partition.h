// Partition of the rows while a tree grows on bins: a node's rows are rows[begin, end), ascending.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "split/bin_search.h"

namespace spinney {

class BinPartition {
 public:
  BinPartition(const BinnedMatrix& matrix, int n_threads)
      : matrix_(matrix), n_threads_(n_threads) {}

  // Starts a tree on these rows, or on all rows if null.
  void start(const std::vector<Row>* rows, Interrupt& interrupt);
  const Row* rows() const { return rows_.data(); }
  std::size_t size() const { return rows_.size(); }

  // Partitions the rows of a node stably; returns where the right child begins.
  std::size_t partition(const BinSplit& split, const BinNode& node, std::size_t begin,
                        std::size_t end, Interrupt& interrupt);
  // Undoes a partition.
  void restore(std::size_t begin, std::size_t middle, std::size_t end);
  double seconds() const { return seconds_; }

 private:
  void mark_rows(const BinnedColumn& column, std::vector<std::uint8_t>& goes_left,
                 std::size_t begin, std::size_t end);
  void clear_marks();

  const BinnedMatrix& matrix_;
  int n_threads_;
  std::vector<Row> rows_, right_, marked_;
  std::vector<std::uint8_t> marks_;  // per row of the table; 0 between calls
  double seconds_ = 0;
};

// Whether each bin goes left. A category not seen in the node goes to the larger child.
std::vector<std::uint8_t> left_bins(const BinnedColumn& column, const BinSplit& split,
                                    const BinNode& node);

}  // namespace spinney
