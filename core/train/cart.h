// From the user's table and targets to a single tree.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "data/encoded_matrix.h"
#include "data/table.h"
#include "grow/options.h"
#include "model/builder.h"

namespace spinney {

struct TargetView {
  const std::int32_t* classes = nullptr;  // rows x outputs; or
  const double* numbers = nullptr;
  std::size_t n_outputs = 1;
  std::vector<std::uint32_t> n_classes;
  const double* weight = nullptr;       // per row, or null
  const double* case_weight = nullptr;  // what surrogates agree by, if not by weight
};

// The targets of these rows in the form that a criterion needs. `workspace`: memory to reuse.
Targets make_targets(const TargetView& view, const std::vector<Row>& rows, CriterionKind kind,
                     Targets workspace = {});

// Throws InvalidArgument unless the options fit the table and the targets.
void check_options(const TreeOptions& options, const Table& table, const TargetView& target);

Tree train_cart(const Table& table, const TargetView& target, const TreeOptions& options,
                Interrupt& interrupt);

// Rows that take part: those whose weight is not 0, also not beside the largest weight. Ascending.
std::vector<Row> training_rows(const Table& table, const TargetView& target);

// What later trees may use again.
struct TreeWorkspace {
  std::vector<Row> bag;
  std::vector<double> weight;
  EncodedMatrix rows;
  Targets targets;
  TreeBuilder tree;
};

// A tree on a matrix of these rows of the table; `sorted` as in grow_tree(). Target and its weights
// have an entry per row of the table.
TreeBuilder grow_on(const EncodedMatrix& matrix, const std::vector<Row>& rows,
                    const TargetView& target, TreeOptions options, Interrupt& interrupt,
                    TreeWorkspace& workspace, const PresortedColumns* sorted = nullptr);

// A tree on some rows of an encoded table; target and its weights have an entry per row of the
// table. The rows are copied to `workspace`.
TreeBuilder train_on(const EncodedMatrix& matrix, const std::vector<Row>& rows,
                     const TargetView& target, TreeOptions options, Interrupt& interrupt,
                     TreeWorkspace& workspace);

}  // namespace spinney
