// Rows that nodes divide among themselves. A tree grows on one field, until a row has to be in both children of a node
// or in none: then each child gets a field of its own.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "grow/partition.h"

namespace spinney {

struct Field {
  Field(const CodedMatrix& matrix, const Targets& targets) : data{matrix, targets, {}}, partition(matrix.n_rows) {}
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

// The rows of a node that its split sends to one side. Absent ones go to the left with `left_share` of what is here of
// them and to the right with the rest, or with the majority where a part would be too small; without `left_share`, they
// go nowhere.
std::shared_ptr<Field> child_field(Field& field, const NodeRows& node, Side side, std::optional<double> left_share);

}  // namespace spinney
