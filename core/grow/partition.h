// The only writer of the row order. A node's rows are rows[begin, end), in ascending order, and the same range of every
// order list.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "split/finder.h"

namespace spinney {

class Partition {
 public:
  explicit Partition(std::size_t n_rows);

  const Row* rows() const { return rows_.data(); }

  // What a thread needs to part a node.
  struct Scratch {
    std::vector<Row> rows;
    std::vector<std::vector<Entry>> entries;  // per helping thread
    std::vector<std::uint8_t> left_level;
  };

  // Parts the rows of a node; returns where the right child begins. Both keep their order.
  std::size_t part_rows(const Dataset& data, const Split& split, std::size_t begin, std::size_t end, Scratch& scratch);
  // Parts the node's range of the order lists in the same way; to be called after part_rows if a child is to be
  // searched.
  void part_lists(OrderLists& lists, std::size_t begin, std::size_t end, std::size_t middle, int n_threads,
                  Interrupt& interrupt, Scratch& scratch) const;

 private:
  void mark_rows(const Dataset& data, const Split& split, std::size_t begin, std::size_t end, Scratch& scratch);

  std::vector<Row> rows_;
  std::vector<std::uint8_t> left_;  // per row: whether it went left when its node was last parted
};

}  // namespace spinney
