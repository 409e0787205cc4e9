// Traversal of the packed trees of a forest by several rows at a time, to hide memory latency.
#pragma once

#include <cstdint>
#include <vector>

#include "data/table.h"
#include "model/forest.h"
#include "predict/interpreter.h"

namespace spinney {

// The node where a row ends, and its index among the leaves (only in packed trees).
struct End {
  std::uint32_t node, leaf;
};

// A subset of the rows of a batch: those in a list, or n from `first` on.
struct Places {
  std::size_t n = 0;
  const std::uint32_t* list = nullptr;
  std::size_t first = 0;

  std::size_t operator[](std::size_t k) const { return list ? list[k] : first + k; }
  Places part(std::size_t begin, std::size_t end) const {
    return {end - begin, list ? list + begin : nullptr, first + begin};
  }
};

// A copy of rows of a table in the layout for a forest. Forest and table are referenced.
class RowBatch {
 public:
  RowBatch(const Forest& forest, const Table& table, std::size_t max_rows);

  void fill(std::size_t first_row, std::size_t n_rows);
  std::size_t size() const { return n_rows_; }
  Places all() const { return {n_rows_}; }

  // The leaves of the rows in tree i.
  void find_ends(std::size_t i, const Places& places, End* ends) const;
  // Predictions of tree i, n x value_width().
  void predict(std::size_t i, const Places& places, double* values) const;
  // Adds the predictions of tree i to `sums`.
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
  bool narrow_ = true;               // all cells fit float
  bool has_missing_ = false;         // among the numbers
  std::vector<float> narrow_cells_;  // rows x features: numbers, or codes of categories
  std::vector<double> wide_cells_;
};

// Batch size: large enough to amortize fetching each tree, small enough to occupy all threads.
std::size_t batch_rows(const Forest& forest, std::size_t n_rows, int n_threads);

}  // namespace spinney
