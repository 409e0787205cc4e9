// Rows walk the packed trees of a forest, several at a time: while one waits for memory, others go
// on.
#pragma once

#include <cstdint>
#include <vector>

#include "data/table.h"
#include "model/forest.h"
#include "predict/interpreter.h"

namespace spinney {

// Where a row ends: a node, and which of the tree's leaves that is. Nodes of trees that are not
// packed have no leaf number here.
struct End {
  std::uint32_t node, leaf;
};

// Rows of a batch: those at the places of a list, or all from `first` on.
struct Places {
  std::size_t n = 0;
  const std::uint32_t* list = nullptr;
  std::size_t first = 0;

  std::size_t operator[](std::size_t k) const { return list ? list[k] : first + k; }
  Places part(std::size_t begin, std::size_t end) const {
    return {end - begin, list ? list + begin : nullptr, first + begin};
  }
};

// Rows of a table, copied for the trees of a forest. Forest and table must stay.
class RowBatch {
 public:
  RowBatch(const Forest& forest, const Table& table, std::size_t max_rows);

  void fill(std::size_t first_row, std::size_t n_rows);
  std::size_t size() const { return n_rows_; }
  Places all() const { return {n_rows_}; }

  // Where rows end in tree i.
  void find_ends(std::size_t i, const Places& places, End* ends) const;
  // n x value_width(): what tree i says of them.
  void predict(std::size_t i, const Places& places, double* values) const;
  // Adds it to sums of this shape.
  void add(std::size_t i, const Places& places, double* sums) const;

 private:
  template <class Use>
  void each_leaf(std::size_t i, const Places& places, Use&& use) const;
  template <class Cell>
  bool copy_rows(std::vector<Cell>& cells);

  const Forest& forest_;
  const Table& table_;
  Interpreter interpreter_;
  std::size_t max_rows_, first_row_ = 0, n_rows_ = 0;
  bool narrow_ = true;               // all cells fit into float
  bool has_missing_ = false;         // among the numbers
  std::vector<float> narrow_cells_;  // rows x features: numbers, or codes of categories
  std::vector<double> wide_cells_;
};

// Rows that a batch should have: enough to make up for fetching each tree, few enough to share
// among threads.
std::size_t batch_rows(const Forest& forest, std::size_t n_rows, int n_threads);

}  // namespace spinney
