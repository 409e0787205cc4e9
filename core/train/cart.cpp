// Training of a single tree.
#include "train/cart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "grow/grower.h"
#include "grow/skip_missing.h"
#include "split/principal_axes.h"

namespace spinney {

Targets make_targets(const TargetView& view, const std::vector<Row>& rows, CriterionKind kind,
                     Targets workspace) {
  if (view.classes) {
    Targets t = make_class_targets(view.classes, view.n_outputs, view.n_classes, view.weight, rows);
    if (kind == CriterionKind::entropy && t.counted()) t.make_xlog2x();
    return t;
  }
  const CriterionInfo& criterion = criterion_info(kind);
  // Targets that must not be negative are summed as they are: a formula needs their logarithm.
  const bool centered = !criterion.non_negative;
  return make_number_targets(view.numbers, view.n_outputs, view.weight, rows, centered,
                             criterion.additive, std::move(workspace));
}

TreeBuilder grow_on(const EncodedMatrix& matrix, const std::vector<Row>& rows,
                    const TargetView& target, TreeOptions options, Interrupt& interrupt,
                    TreeWorkspace& workspace, const PresortedColumns* sorted,
                    const SharedCodes* shared) {
  Targets targets = make_targets(target, rows, options.criterion, std::move(workspace.targets));
  if (target.case_weight) targets.set_case_weights(target.case_weight, rows);
  options.skip_missing = columns_skipping_missing(matrix, options.missing_routes);
  options.min_weight_leaf /= targets.weight_scale;
  options.n_rows = rows.size();
  if (options.searches(SplitKind::pca)) options.axes = principal_axes(matrix, targets, interrupt);
  TreeBuilder tree =
      grow_tree(matrix, targets, options, interrupt, sorted, std::move(workspace.tree), shared);
  workspace.targets = std::move(targets);
  return tree;
}

std::vector<Row> training_rows(const Table& table, const TargetView& target) {
  const std::size_t n_rows = table.n_rows;
  require(n_rows > 0 && n_rows < std::numeric_limits<Row>::max(),
          "the number of rows is out of range");
  std::vector<Row> rows(n_rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  const double* weight = target.weight;
  if (!weight) return rows;
  const double largest = *std::max_element(weight, weight + n_rows);
  require(largest > 0 && std::isfinite(largest),
          "sample_weight must hold at least one positive, finite weight");
  std::erase_if(rows, [&](Row r) { return weight[r] == 0; });
  const WeightGrid grid(largest, rows.size());
  std::erase_if(rows, [&](Row r) { return grid.vanishes(weight[r]); });
  return rows;
}

TreeBuilder train_on(const EncodedMatrix& matrix, const std::vector<Row>& rows,
                     const TargetView& target, TreeOptions options, Interrupt& interrupt,
                     TreeWorkspace& workspace) {
  if (rows.size() < matrix.n_rows) {
    take_rows(matrix, rows.data(), rows.size(), std::vector<bool>(matrix.columns.size()),
              workspace.rows);
    workspace.rows.by_row = matrix.by_row;
    workspace.rows.places = rows;
    return grow_on(workspace.rows, rows, target, std::move(options), interrupt, workspace);
  }
  return grow_on(matrix, rows, target, std::move(options), interrupt, workspace);
}

void check_options(const TreeOptions& options, const Table& table, const TargetView& target) {
  options.check_routes(table.columns.size());
  require_per_feature(options.monotonic, table.columns.size(), "monotonic");
  require(!options.split_kinds.empty(), "split_kinds must name at least one kind");
  require(options.n_buckets >= 2, "n_buckets must be at least 2");
  require(
      options.criterion != CriterionKind::gain_ratio ||
          (options.split_kinds == std::vector{SplitKind::multiway} && target.n_classes.size() == 1),
      "gain_ratio is for multiway splits and one output of classes");
}

Tree train_cart(const Table& table, const TargetView& target, const TreeOptions& options,
                Encodings* shared, Interrupt& interrupt) {
  check_options(options, table, target);
  const std::vector<Row> rows = training_rows(table, target);
  // C4.5 chooses thresholds among the values of the whole table, which needs ranks.
  const bool ranks = options.criterion == CriterionKind::gain_ratio;
  const SharedCodes codes = shared_codes(
      table, rows, target.weight, {options.max_bins, options.n_threads, ranks}, shared, interrupt);
  TreeWorkspace workspace;
  if (codes.encodings)
    return grow_on(*codes.matrix, rows, target, options, interrupt, workspace, nullptr, &codes)
        .finish();
  return train_on(*codes.matrix, rows, target, options, interrupt, workspace).finish();
}

}  // namespace spinney
