// Trains a single tree on a table and targets.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "data/encodings.h"
#include "data/table.h"
#include "grow/options.h"
#include "model/builder.h"

namespace spinney {

struct TargetView {
  const std::int32_t* classes = nullptr;  // rows x outputs, or null
  const double* numbers = nullptr;
  std::size_t n_outputs = 1;
  std::vector<std::uint32_t> n_classes;
  const double* weight = nullptr;       // per row, or null
  const double* case_weight = nullptr;  // weights of surrogate agreement; null: weight
};

// The targets of these rows in the form that a criterion needs. `workspace`: memory to reuse.
Targets make_targets(const TargetView& view, const std::vector<Row>& rows, CriterionKind kind,
                     Targets workspace = {});

// Throws InvalidArgument unless the options fit the table and the targets.
void check_options(const TreeOptions& options, const Table& table, const TargetView& target);

// `shared`: encodings of the table for other fits; may be null.
Tree train_cart(const Table& table, const TargetView& target, const TreeOptions& options,
                Encodings* shared, Interrupt& interrupt);

// The rows with a weight that is not 0 (nor negligible beside the largest weight), ascending.
std::vector<Row> training_rows(const Table& table, const TargetView& target);

// Memory reused by later trees.
struct TreeWorkspace {
  std::vector<Row> bag;
  std::vector<double> weight;
  EncodedMatrix rows;
  Targets targets;
  TreeBuilder tree;
};

// Grows a tree on a matrix of these rows of the table; `sorted` and `shared` as in grow_tree().
// Target and weights have an entry per row of the table.
TreeBuilder grow_on(const EncodedMatrix& matrix, const std::vector<Row>& rows,
                    const TargetView& target, TreeOptions options, Interrupt& interrupt,
                    TreeWorkspace& workspace, const PresortedColumns* sorted = nullptr,
                    const SharedCodes* shared = nullptr);

// Grows a tree on some rows of an encoded table, which are copied to `workspace`. Target and
// weights have an entry per row of the table.
TreeBuilder train_on(const EncodedMatrix& matrix, const std::vector<Row>& rows,
                     const TargetView& target, TreeOptions options, Interrupt& interrupt,
                     TreeWorkspace& workspace);

}  // namespace spinney
