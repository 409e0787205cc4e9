// The order of rows while a tree grows on bins: a node's rows are rows[begin, end), ascending.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "split/bin_search.h"

namespace spinney {

class BinPartition {
 public:
  BinPartition(const BinnedMatrix& matrix, int n_threads)
      : matrix_(matrix), n_threads_(n_threads) {}

  // Begins anew with these rows, or with all of them.
  void start(const std::vector<Row>* rows, Interrupt& interrupt);
  const Row* rows() const { return rows_.data(); }
  std::size_t size() const { return rows_.size(); }

  // Parts the rows of a node; returns where the right child begins. Both keep their order.
  std::size_t part(const BinSplit& split, const BinNode& node, std::size_t begin, std::size_t end,
                   Interrupt& interrupt);
  // Takes it back.
  void restore(std::size_t begin, std::size_t middle, std::size_t end);
  double seconds() const { return seconds_; }

 private:
  const BinnedMatrix& matrix_;
  int n_threads_;
  std::vector<Row> rows_, right_;
  double seconds_ = 0;
};

// By bin: whether it goes left. A level that the node did not see goes with the larger child.
std::vector<std::uint8_t> left_bins(const BinnedColumn& column, const BinSplit& split,
                                    const BinNode& node);

}  // namespace spinney
