// Rows shared by the nodes of a tree or subtree. A child gets a subset of its own if a row of its
// parent is divided or left out.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "grow/partition.h"

namespace spinney {

struct RowSubset {
  RowSubset(const EncodedMatrix& matrix, const Targets& targets)
      : data{matrix, targets, {}}, partition(matrix.n_rows) {}
  RowSubset(EncodedMatrix matrix, Targets targets, std::vector<double> row_share)
      : own_matrix(std::move(matrix)),
        own_targets(std::move(targets)),
        data{own_matrix, own_targets, {}},
        partition(own_matrix.n_rows),
        share(std::move(row_share)) {}
  RowSubset(const RowSubset&) = delete;

  double share_of(Row row) const { return share.empty() ? 1.0 : share[row]; }

  // The number of rows in [begin, end), with fractions of rows.
  double effective_rows(std::size_t begin, std::size_t end) const;

  EncodedMatrix own_matrix;  // owned by the subset of a child or copy
  Targets own_targets;
  Dataset data;
  Partition partition;
  std::vector<double> share;  // per row: its fraction in this subset; empty: all 1
};

// Rows of a child, each with its part of the row in the parent.
struct RowParts {
  std::vector<Row> rows;
  std::vector<double> parts;

  void add(Row row, double part) {
    rows.push_back(row);
    parts.push_back(part);
  }
};
std::shared_ptr<RowSubset> child_subset(const RowSubset& subset, const RowParts& child);

// A copy of the rows [begin, end) that fits in the cache; `to_presort` (or null): columns to
// presort.
std::shared_ptr<RowSubset> copy_rows(const RowSubset& subset, std::size_t begin, std::size_t end,
                                     const std::vector<bool>* to_presort, Interrupt& interrupt);

}  // namespace spinney
