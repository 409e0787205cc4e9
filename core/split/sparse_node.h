// The stored cells of sparse columns in the rows of a node. Small nodes read all cells of their
// rows; in large nodes each column is read in the order of its codes, so nothing is sorted.
#pragma once

#include <algorithm>
#include <vector>

#include "split/finder.h"

namespace spinney {

class SparseNode {
 public:
  // Start a node of which about `n_features` features will be read.
  void start(const EncodedMatrix& matrix, const NodeRows& node, std::size_t n_features) {
    if (matrix.sparse_codes.empty()) return;
    codes_ = &matrix.sparse_codes;
    const auto n_cells = static_cast<double>(matrix.sparse_codes.n_cells()),
               n_rows = static_cast<double>(matrix.n_rows), n = static_cast<double>(node.size());
    const double by_rows = kRowCell * n * n_cells / n_rows,
                 by_columns = n + static_cast<double>(n_features) * n_cells /
                                      static_cast<double>(matrix.columns.size());
    by_rows_ = by_rows < by_columns;
    const Row* rows = node.rows + node.begin;
    if (by_rows_) {
      collect(rows, node.size(), matrix.columns.size());
    } else {
      node_of_.resize(matrix.n_rows);
      ++node_;
      for (std::size_t i = 0; i < node.size(); ++i) node_of_[rows[i]] = node_;
    }
  }

  bool has(std::uint32_t feature) const { return codes_ && codes_->has(feature); }
  // No fewer than the cells of a feature in the node.
  std::size_t max_cells(std::uint32_t feature) const {
    if (by_rows_) return last_[feature].node == node_ ? last_[feature].n_cells : 0;
    const auto cells = codes_->column(feature);
    return static_cast<std::size_t>(cells.end() - cells.begin());
  }

  // The cells of a feature, sorted by code, missing ones last.
  void read(std::uint32_t feature, std::vector<Entry>& out) const {
    out.clear();
    if (!by_rows_) {
      for (const Entry entry : codes_->column(feature))
        if (node_of_[entry_row(entry)] == node_) out.push_back(entry);
      return;
    }
    if (last_[feature].node != node_) return;
    for (std::uint32_t at = last_[feature].cell; at != kNone; at = cells_[at].next)
      out.push_back(cells_[at].entry);
    std::sort(out.begin(), out.end());
  }

 private:
  static constexpr double kRowCell = 3;  // cost of a cell by row, relative to one by column
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  struct Cell {
    Entry entry;
    std::uint32_t next;  // of the same feature
  };
  struct Last {
    std::uint32_t node = 0, cell = 0, n_cells = 0;
  };

  void collect(const Row* rows, std::size_t n, std::size_t n_columns) {
    last_.resize(n_columns);
    cells_.clear();
    ++node_;
    for (std::size_t i = 0; i < n; ++i)
      for (const SparseCodes::Cell& cell : codes_->row(rows[i])) {
        Last& last = last_[cell.feature];
        const bool first = last.node != node_;
        const std::uint32_t next = first ? kNone : last.cell;
        last = {node_, static_cast<std::uint32_t>(cells_.size()), first ? 1 : last.n_cells + 1};
        cells_.push_back({make_entry(cell.code, rows[i]), next});
      }
  }

  const SparseCodes* codes_ = nullptr;
  bool by_rows_ = false;
  std::uint32_t node_ = 0;              // number of the current node, from 1
  std::vector<std::uint32_t> node_of_;  // per row: the last node that has it
  std::vector<Last> last_;              // per feature: its last cell
  std::vector<Cell> cells_;
};

}  // namespace spinney
