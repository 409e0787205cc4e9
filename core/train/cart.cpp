#include "train/cart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "data/encode.h"
#include "grow/grower.h"
#include "grow/skipping.h"

namespace spinney {
namespace {

// Rows that take part: those whose weight is not 0, also not beside the largest weight.
std::vector<Row> active_rows(std::size_t n_rows, const double* weight) {
  std::vector<Row> rows(n_rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  if (!weight) return rows;
  const double largest = n_rows ? *std::max_element(weight, weight + n_rows) : 0;
  require(largest > 0 && std::isfinite(largest), "sample_weight must hold at least one positive, finite weight");
  std::erase_if(rows, [&](Row r) { return weight[r] == 0; });
  const WeightGrid grid(largest, rows.size());
  std::erase_if(rows, [&](Row r) { return grid.vanishes(weight[r]); });
  return rows;
}

Targets make_targets(const TargetView& view, const std::vector<Row>& rows, CriterionKind kind) {
  if (view.classes) {
    Targets t = make_class_targets(view.classes, view.n_outputs, view.n_classes, view.weight, rows);
    if (kind == CriterionKind::entropy && t.counted()) t.make_xlog2x();
    return t;
  }
  return make_number_targets(view.numbers, view.n_outputs, view.weight, rows, kind != CriterionKind::poisson);
}

// The coded matrix of the active rows only, when some rows are out.
CodedMatrix pick(CodedMatrix matrix, const std::vector<Row>& rows) {
  if (rows.size() == matrix.n_rows) return matrix;
  return take_rows(matrix, rows.data(), rows.size(), std::vector<bool>(matrix.columns.size(), false));
}

}  // namespace

Tree train_cart(const Table& table, const TargetView& target, GrowOptions options, std::uint32_t max_bins,
                Interrupt& interrupt) {
  require(table.n_rows > 0 && table.n_rows < std::numeric_limits<Row>::max(), "the number of rows is out of range");
  const std::vector<Row> rows = active_rows(table.n_rows, target.weight);
  const CodedMatrix matrix = pick(encode(table, rows, target.weight, {max_bins, options.n_threads}, interrupt), rows);
  Targets targets = make_targets(target, rows, options.finder.criterion);
  if (target.case_weight) targets.set_case_weights(target.case_weight, rows);
  options.finder.skip_missing = columns_to_skip(matrix, options.missing_route);
  options.finder.min_weight_leaf /= targets.weight_scale;
  return grow_tree(matrix, targets, options, interrupt);
}

}  // namespace spinney
