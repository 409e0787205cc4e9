// The rows in each leaf of a tree, and new leaf values for a tree of fixed structure.
#pragma once

#include <limits>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/tree.h"
#include "train/tree_grower.h"

namespace spinney {

std::vector<Row> all_rows(std::size_t n);

// Bounds on the value of a node that monotone splits above it set.
struct ValueBounds {
  double lower = -std::numeric_limits<double>::infinity(),
         upper = std::numeric_limits<double>::infinity();
};
std::vector<ValueBounds> value_bounds(const Tree& tree, const std::vector<signed char>& monotonic);

// Rows grouped by the leaf in which they end.
class LeafRows {
 public:
  // rows: ascending, or null for all rows of the table.
  LeafRows(const Tree& tree, const Table& table, const std::vector<Row>* rows, int n_threads,
           Interrupt& interrupt);

  const Row* begin(std::size_t node) const { return members_.data() + first_[node]; }
  std::size_t size(std::size_t node) const { return first_[node + 1] - first_[node]; }
  // Adds the values of its leaf to the scores (value_width() x rows) of every row of the table.
  void add_values(const Tree& tree, const Table& table, double* scores) const;

 private:
  std::vector<std::int64_t> leaf_of_;  // of all rows of the table
  std::vector<std::size_t> first_;
  std::vector<Row> members_;
};

// Replaces values, weights and counts of all nodes by those of the job's rows, and adds the new
// values to the scores. Leaves without rows keep their value.
void refit_tree(Tree& tree, const Table& table, const TreeJob& job, int n_threads,
                Interrupt& interrupt);

}  // namespace spinney
