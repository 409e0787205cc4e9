// Some rows of a table, copied column by column, and their way down plain trees.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "data/table.h"
#include "model/tree.h"
#include "predict/interpreter.h"

namespace spinney {

// Features that a tree may look at, surrogates included.
std::vector<bool> used_features(const Tree& tree);

// The features of a table that are marked, as float64; the others must not be asked for.
class RowSample {
 public:
  RowSample(const Table& table, const std::vector<Row>& rows, const std::vector<bool>& marked);
  RowSample(const RowSample&) = delete;
  RowSample& operator=(const RowSample&) = delete;

  std::size_t n_rows() const { return table_.n_rows; }
  const Table& table() const { return table_; }
  bool has_missing() const { return has_missing_; }  // among the numbers

  // The copied columns, one after another; each has a slot.
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

// A plain tree over a sample, both looked at where they are.
class SampleWalk {
 public:
  SampleWalk(const Tree& tree, const RowSample& sample);

  // Row rows[i] of the sample walks on from node at[i], which becomes the node where it ends.
  void walk(const Row* rows, std::uint32_t* at, std::size_t n) const;

 private:
  // Numbers above the threshold go to child + 1, others to child. A leaf is its own child; nothing
  // is above its threshold.
  struct Node {
    double threshold;
    std::uint32_t slot;  // kCategory if the question is a set
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

// Where the rows of a sample and their parts end, row by row, in any tree.
std::vector<RowPart> find_ends(const Tree& tree, const RowSample& sample, Interrupt& interrupt);

}  // namespace spinney
