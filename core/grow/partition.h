// The only writer of the row order. A node's rows are rows[begin, end), in ascending order, and the same range of every
// order list.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "split/surrogates.h"

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

  // Sets the side of each row of a node. Rows without a value stay absent if the search left them out.
  void mark_rows(const Dataset& data, const Split& split, std::size_t begin, std::size_t end, Scratch& scratch);
  Side* sides() { return sides_.data(); }

  // Parts the rows of a node by their sides; returns where the right child begins. Both keep their order.
  std::size_t part_rows(std::size_t begin, std::size_t end, Scratch& scratch);
  // Parts the node's range of the order lists in the same way; to be called after part_rows if a child is to be
  // searched.
  void part_lists(OrderLists& lists, std::size_t begin, std::size_t end, std::size_t middle, int n_threads,
                  Interrupt& interrupt, Scratch& scratch) const;

 private:
  std::vector<Row> rows_;
  std::vector<Side> sides_;  // per row: where it went when its node was last parted
};

}  // namespace spinney
