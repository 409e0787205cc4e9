// Rows that nodes divide among themselves. A tree grows on one field, until a row has to be in both
// children of a node or in none: then each child gets a field of its own.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "grow/partition.h"

namespace spinney {

struct Field {
  Field(const CodedMatrix& matrix, const Targets& targets)
      : data{matrix, targets, {}}, partition(matrix.n_rows) {}
  Field(CodedMatrix matrix, Targets targets, std::vector<double> row_share)
      : own_matrix(std::move(matrix)),
        own_targets(std::move(targets)),
        data{own_matrix, own_targets, {}},
        partition(own_matrix.n_rows),
        share(std::move(row_share)) {}
  Field(const Field&) = delete;

  double share_of(Row row) const { return share.empty() ? 1.0 : share[row]; }

  // Rows of the partition's range [begin, end), parts of rows counted as such.
  double count_whole(std::size_t begin, std::size_t end) const;

  CodedMatrix own_matrix;  // of a child's field
  Targets own_targets;
  Dataset data;
  Partition partition;
  std::vector<double> share;  // per row: how much of it is here; empty if all are whole
};

// The rows of a node of which a child gets something, with what is here of them: part_of(row) in
// [0, 1].
template <class PartOf>
std::shared_ptr<Field> child_field(const Field& field, const NodeRows& node, PartOf&& part_of) {
  std::vector<Row> rows;
  std::vector<double> share, factor;
  bool whole = true;
  for (std::size_t i = node.begin; i < node.end; ++i) {
    const Row row = node.rows[i];
    const double part = part_of(row);
    if (part == 0) continue;
    rows.push_back(row);
    factor.push_back(part);
    share.push_back(field.share_of(row) * part);
    whole &= part == 1;
  }
  const Targets& targets = field.data.targets;
  const std::vector<bool> none_listed(field.data.matrix.columns.size(), false);
  return std::make_shared<Field>(
      take_rows(field.data.matrix, rows.data(), rows.size(), none_listed),
      whole ? targets.take_rows(rows.data(), rows.size())
            : targets.take_shares(rows.data(), rows.size(), factor),
      std::move(share));
}

// A field of the partition's range [begin, end), small enough for order lists or for the cache;
// with lists of those `listed`, if that is not null.
std::shared_ptr<Field> copy_rows(const Field& field, std::size_t begin, std::size_t end,
                                 const std::vector<bool>* listed, Interrupt& interrupt);

}  // namespace spinney
