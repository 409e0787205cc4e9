// Traversal of the packed trees of a forest by several rows at a time, to hide memory latency.
#pragma once

#include <cstdint>
#include <vector>

#include "data/table.h"
#include "model/forest.h"
#include "predict/flat_tree.h"
#include "predict/interpreter.h"

namespace spinney {

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
  template <class Word>
  bool copy_rows(std::vector<Word>& cells);
  template <class Word>
  bool copy_feature(std::size_t f, std::size_t row, std::size_t n, Word* to);
  template <class Word>
  void find_packed_ends(std::size_t i, const std::vector<Word>& cells, FlatTree<Word>& flat,
                        const Places& places, End* ends) const;

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  const Forest& forest_;
  const Table& table_;
  Interpreter interpreter_;
  std::size_t max_rows_, first_row_ = 0, n_rows_ = 0;
  bool narrow_ = true;        // all cells fit float
  bool has_missing_ = false;  // among the numbers
  bool flat_;                 // rows are traversed in flat trees if possible
  // Rows of n_features + 1 words: 0, then numbers (flat: their keys) or codes of categories.
  std::vector<std::uint32_t> narrow_cells_;
  std::vector<std::uint64_t> wide_cells_;
  mutable FlatTree<std::uint32_t> narrow_tree_;
  mutable FlatTree<std::uint64_t> wide_tree_;
  mutable std::size_t flat_index_ = kNone;  // the tree that is flat
};

// Batch size: large enough to amortize fetching each tree, small enough to occupy all threads.
std::size_t batch_rows(const Forest& forest, std::size_t n_rows, int n_threads);

}  // namespace spinney
