// Partition of the rows among the nodes. A node's rows are rows[begin, end), ascending, and the
// same range of every presorted column.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "split/surrogates.h"

namespace spinney {

class Partition {
 public:
  explicit Partition(std::size_t n_rows);

  const Row* rows() const { return rows_.data(); }

  // Buffers of a thread.
  struct Scratch {
    std::vector<Row> rows;
    std::vector<std::vector<Entry>> entries;  // per thread
    std::vector<std::uint8_t> left_level;
    std::vector<double> measured;
  };

  // Sets the side of each row of a node. Rows without a value stay absent if the search skipped
  // them.
  void mark_rows(const Dataset& data, const Split& split, std::size_t begin, std::size_t end,
                 Interrupt& interrupt, Scratch& scratch);
  Side* sides() { return sides_.data(); }

  // Partitions the rows of a node stably by their sides; returns where the right child begins.
  std::size_t partition_rows(std::size_t begin, std::size_t end, Scratch& scratch);

  // mark_rows() and partition_rows() in one pass, without presorted columns and skipped rows.
  std::size_t partition_directly(const Dataset& data, const Split& split, std::size_t begin,
                                 std::size_t end, Scratch& scratch);

  // The same for multiway splits. Rows without a value are kUnassigned until assign_missing().
  // partition_children() returns where each child ends.
  static constexpr std::uint32_t kUnassigned = 0xFFFFFFFFu;
  void mark_children(const Dataset& data, const Split& split, std::size_t begin, std::size_t end);
  std::uint32_t child_of(Row row) const { return children_[row]; }
  void assign_missing(std::size_t begin, std::size_t end, std::uint32_t child);
  std::vector<std::size_t> partition_children(std::size_t begin, std::size_t end,
                                              std::size_t n_children, Scratch& scratch);

  // Partitions the node's range of the presorted columns; needed if a child is searched.
  void partition_presorted(PresortedColumns& presorted, std::size_t begin,
                           const std::vector<std::size_t>& ends, bool multiway, int n_threads,
                           Interrupt& interrupt, Scratch& scratch) const;

 private:
  static void mark_levels(const Dataset& data, const Split& split, Scratch& scratch);
  void partition_entries(Entry* list, std::size_t begin, std::size_t middle, std::size_t end,
                         Entry* spare) const;
  void partition_entries(Entry* list, std::size_t begin, const std::vector<std::size_t>& ends,
                         Entry* spare) const;

  std::vector<Row> rows_;
  std::vector<Side> sides_;              // per row, from the last mark_rows()
  std::vector<std::uint32_t> children_;  // per row, from the last mark_children()
};

}  // namespace spinney
