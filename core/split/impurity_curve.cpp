// Impurity after each split of one column.
#include "split/impurity_curve.h"

#include <algorithm>
#include <numeric>

#include "criterion/summary.h"
#include "split/direction_finders.h"

namespace spinney {
namespace {

std::vector<Row> all_rows(const Targets& targets) {
  std::vector<Row> rows(targets.n_rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  return rows;
}

}  // namespace

double impurity(CriterionKind kind, const Targets& targets) {
  return summarize(kind, targets, all_rows(targets).data(), targets.n_rows).impurity;
}

std::vector<double> impurity_curve(CriterionKind kind, const Targets& targets, const Code* codes) {
  const std::vector<Row> rows = all_rows(targets);
  const NodeSummary node = summarize(kind, targets, rows.data(), rows.size());
  const auto scorer = make_scorer(kind, targets);
  scorer->start(rows.data(), rows.size());
  std::vector<double> curve = scorer->gains(codes);
  const double unit = gain_unit(kind, targets) / node.weight;
  for (double& value : curve) value = std::max(0.0, node.impurity - value * unit);
  return curve;
}

}  // namespace spinney
