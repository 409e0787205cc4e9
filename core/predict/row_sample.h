// A column-major copy of some rows of a table, and traversal of plain trees with it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "data/table.h"
#include "model/tree.h"
#include "predict/interpreter.h"

namespace spinney {

// Features that a tree may read, including surrogates.
std::vector<bool> used_features(const Tree& tree);

// The marked features of a table as float64; other features must not be read.
class RowSample {
 public:
  RowSample(const Table& table, const std::vector<Row>& rows, const std::vector<bool>& marked);
  RowSample(const RowSample&) = delete;
  RowSample& operator=(const RowSample&) = delete;

  std::size_t n_rows() const { return table_.n_rows; }
  const Table& table() const { return table_; }
  bool has_missing() const { return has_missing_; }  // in numeric columns

  // The copied columns, one per slot.
  const double* cells() const { return cells_.data(); }
  std::uint32_t slot(std::size_t feature) const { return slots_[feature]; }
  double* column(std::size_t feature) { return &cells_[slots_[feature] * n_rows()]; }

  // Row order[i] becomes row i.
  void reorder(const std::vector<Row>& order);

 private:
  Table table_;
  std::vector<double> cells_;
  std::vector<std::uint32_t> slots_;  // per feature
  bool has_missing_ = false;
};

// Traversal of a plain tree with rows of a sample; both are referenced.
class SampleWalk {
 public:
  SampleWalk(const Tree& tree, const RowSample& sample);

  // Moves row rows[i] of the sample from node at[i] to its leaf, which is stored in at[i].
  void walk(const Row* rows, std::uint32_t* at, std::size_t n) const;

 private:
  // Numbers above the threshold go to child + 1, others to child. A leaf is its own child and has
  // an infinite threshold.
  struct Node {
    double threshold;
    std::uint32_t slot;  // kCategory for a categorical split
    std::uint32_t child;
  };
  static constexpr std::uint32_t kCategory = 0xFFFFFFFFu;

  template <bool kMissing, bool kCategories>
  void walk_groups(const Row* rows, std::uint32_t* at, std::size_t n) const;
  bool set_goes_right(std::uint32_t node, Row row) const;

  const Tree& tree_;
  const RowSample& sample_;
  std::vector<Node> nodes_;
  std::vector<std::uint8_t> missing_right_;  // per node
  bool has_categories_ = false;
};

// The final nodes of the rows of a sample, or of their parts, in any tree; ordered by row.
std::vector<RowPart> find_ends(const Tree& tree, const RowSample& sample, Interrupt& interrupt);

}  // namespace spinney
