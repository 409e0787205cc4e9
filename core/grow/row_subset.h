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

// The subset of a child: rows of the node with part_of(row) > 0.
template <class PartOf>
std::shared_ptr<RowSubset> child_subset(const RowSubset& subset, const NodeRows& node,
                                        PartOf&& part_of) {
  std::vector<Row> rows;
  std::vector<double> share, factor;
  bool whole = true;
  for (std::size_t i = node.begin; i < node.end; ++i) {
    const Row row = node.rows[i];
    const double part = part_of(row);
    if (part == 0) continue;
    rows.push_back(row);
    factor.push_back(part);
    share.push_back(subset.share_of(row) * part);
    whole &= part == 1;
  }
  const Targets& targets = subset.data.targets;
  const std::vector<bool> none_presorted(subset.data.matrix.columns.size(), false);
  return std::make_shared<RowSubset>(
      take_rows(subset.data.matrix, rows.data(), rows.size(), none_presorted),
      whole ? targets.take_rows(rows.data(), rows.size())
            : targets.take_shares(rows.data(), rows.size(), factor),
      std::move(share));
}

// A copy of the rows [begin, end) that fits in the cache; `to_presort` (or null): columns to
// presort.
std::shared_ptr<RowSubset> copy_rows(const RowSubset& subset, std::size_t begin, std::size_t end,
                                     const std::vector<bool>* to_presort, Interrupt& interrupt);

}  // namespace spinney
