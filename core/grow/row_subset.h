// Rows that nodes divide among themselves. A tree grows on one row subset, until a row has to be in
// both children of a node or in none: then each child gets a row subset of its own.
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

  // Rows of the partition's range [begin, end), parts of rows counted as such.
  double effective_rows(std::size_t begin, std::size_t end) const;

  EncodedMatrix own_matrix;  // of a child's row subset
  Targets own_targets;
  Dataset data;
  Partition partition;
  std::vector<double> share;  // per row: how much of it is here; empty if all are whole
};

// The rows of a node of which a child gets something, with what is here of them: part_of(row) in
// [0, 1].
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

// A row subset of the partition's range [begin, end), small enough for presorted columns or for the
// cache; with lists of those `to_presort`, if that is not null.
std::shared_ptr<RowSubset> copy_rows(const RowSubset& subset, std::size_t begin, std::size_t end,
                                     const std::vector<bool>* to_presort, Interrupt& interrupt);

}  // namespace spinney
