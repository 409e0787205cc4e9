// Runs the search for an optimal tree and converts its plan to a tree.
#include "train/optimal.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "criterion/summary.h"
#include "data/encode.h"
#include "grow/split_record.h"
#include "model/builder.h"
#include "split/random_cut.h"
#include "train/optimal_rows.h"

namespace spinney {
namespace {

using optimal::PlanPtr;

// Converts a plan of the search to a tree.
class TreeWriter {
 public:
  TreeWriter(const EncodedMatrix& matrix, const std::vector<OptimalColumn>& columns,
             const Targets& targets)
      : matrix_(matrix),
        columns_(columns),
        targets_(targets),
        kind_(targets.classification() ? CriterionKind::misclassification
                                       : CriterionKind::squared_error),
        builder_(static_cast<std::uint32_t>(matrix.columns.size()), 1, targets.n_classes) {}

  Tree write(const PlanPtr& plan) {
    std::vector<Row> rows(targets_.n_rows);
    std::iota(rows.begin(), rows.end(), Row{0});
    const NodeSummary root = summarize(kind_, targets_, rows.data(), rows.size());
    total_ = root.weight;
    builder_.add_root(record(root, rows));
    if (plan) split(0, plan, rows, root);
    return builder_.finish();
  }

 private:
  NodeRecord record(const NodeSummary& node, const std::vector<Row>& rows) const {
    return {static_cast<std::int64_t>(rows.size()), node.weight * targets_.weight_scale,
            node.impurity, node.value};
  }

  void split(std::int32_t at, const PlanPtr& plan, const std::vector<Row>& rows,
             const NodeSummary& node) {
    const OptimalColumn& column = columns_[plan->column];
    std::vector<Row> left, right;
    for (const Row r : rows) {
      const Code c = column.codes[r];
      ((column.nominal ? c == plan->code : c <= plan->code) ? left : right).push_back(r);
    }
    const NodeSummary one = summarize(kind_, targets_, left.data(), left.size());
    const NodeSummary two = summarize(kind_, targets_, right.data(), right.size());
    SplitRecord split_record = make_split(column, left, right);
    split_record.missing_left = one.weight > two.weight;
    const double after = (one.weight * one.impurity + two.weight * two.impurity) / node.weight;
    split_record.gain = node.weight / total_ * std::max(0.0, node.impurity - after);
    const std::int32_t child =
        builder_.split(at, split_record, record(one, left), record(two, right));
    if (plan->left) split(child, plan->left, left, one);
    if (plan->right) split(child + 1, plan->right, right, two);
  }

  SplitRecord make_split(const OptimalColumn& column, const std::vector<Row>& left,
                         const std::vector<Row>& right) const {
    const EncodedColumn& coded = matrix_.columns[column.feature];
    const std::vector<Code> low = codes_of(column, left), high = codes_of(column, right);
    SplitRecord split;
    split.feature = column.feature;
    if (!coded.categorical) {
      split.threshold = midpoint(coded, low.back(), high.front());
      return split;
    }
    split.kind = NodeKind::category;
    std::vector<Code> present;
    std::merge(low.begin(), low.end(), high.begin(), high.end(), std::back_inserter(present));
    split.sets = level_sets(low, present);
    return split;
  }

  // The codes of the rows in the matrix, ascending.
  static std::vector<Code> codes_of(const OptimalColumn& column, const std::vector<Row>& rows) {
    std::vector<bool> present(column.coded.size());
    for (const Row r : rows) present[column.codes[r]] = true;
    std::vector<Code> codes;
    for (std::size_t c = 0; c < present.size(); ++c)
      if (present[c]) codes.push_back(column.coded[c]);
    std::sort(codes.begin(), codes.end());
    return codes;
  }

  const EncodedMatrix& matrix_;
  const std::vector<OptimalColumn>& columns_;
  const Targets& targets_;
  CriterionKind kind_;
  TreeBuilder builder_;
  double total_ = 1;
};

// Converts costs to shares of the total.
optimal::Progress share(optimal::Progress p, double unit) {
  return {p.seconds, p.upper / unit, p.lower / unit};
}

template <class Loss>
OptimalTree search(const EncodedMatrix& matrix, const std::vector<OptimalColumn>& columns,
                   const Targets& targets, const OptimalOptions& options,
                   const OptimalReport& report, Interrupt& interrupt) {
  constexpr double kRounding = 1e-11;
  optimal::Rules rules;
  rules.shape.n_planes = targets.classification() ? targets.n_classes[0] : 2;
  rules.shape.limited = options.min_samples_leaf > 1 || options.min_weight_fraction_leaf > 0;
  rules.shape.min_count = static_cast<double>(options.min_samples_leaf);
  const optimal::Subset<Loss> all = optimal_rows<Loss>(columns, targets, rules.shape);
  const double weight = std::accumulate(all.targets.weight.begin(), all.targets.weight.end(), 0.0);
  rules.shape.min_weight = options.min_weight_fraction_leaf * weight * (1 - kRounding);
  const double total = targets.classification() ? all.max_loss : all.leaf_error(rules.shape);
  const double unit = total > 0 ? total : 1;
  rules.penalty = options.leaf_penalty * unit;
  rules.whole = std::is_integral_v<typename Loss::Value> && rules.penalty == 0;
  rules.step = rules.whole ? 0.99 : kRounding * unit;
  const auto report_share = [&](const optimal::Progress& p) {
    if (report) report(share(p, unit));
  };
  optimal::Control control(options.time_limit, options.n_threads, interrupt, report_share);
  const std::size_t max_leaves = std::min(options.max_leaf_nodes, targets.n_rows);
  const optimal::Solution best =
      optimal::Search<Loss>(rules, control).run(all, {options.max_depth, max_leaves});
  OptimalTree result;
  result.tree = TreeWriter(matrix, columns, targets).write(best.plan);
  result.objective = best.cost / unit;
  result.lower_bound = best.bound / unit;
  result.n_subproblems = control.n_subproblems;
  for (const optimal::Progress& p : control.history()) result.history.push_back(share(p, unit));
  return result;
}

}  // namespace

OptimalTree train_optimal(const Table& table, const TargetView& target,
                          const OptimalOptions& options, const OptimalReport& report,
                          Interrupt& interrupt) {
  options.check_routes(table.columns.size());
  require(target.n_outputs == 1, "an optimal tree has one output");
  require(options.max_depth >= 1 && options.min_samples_leaf >= 1,
          "max_depth and min_samples_leaf must be at least 1");
  const std::vector<Row> rows = training_rows(table, target);
  const Targets targets =
      target.classes ? make_class_targets(target.classes, 1, target.n_classes, target.weight, rows)
                     : make_number_targets(target.numbers, 1, target.weight, rows, true);
  const std::uint32_t max_bins =
      options.max_thresholds == kNoLimit ? kNoLimit : options.max_thresholds + 1;
  const EncodedMatrix matrix =
      encode(table, rows, target.weight, {max_bins, options.n_threads, true}, interrupt);
  const std::vector<OptimalColumn> columns = optimal_columns(matrix, rows, targets);
  OptimalTree result;
  if (!targets.classification())
    result = search<optimal::SquareLoss>(matrix, columns, targets, options, report, interrupt);
  else if (has_integer_weights(targets))
    result = search<optimal::CountedClasses>(matrix, columns, targets, options, report, interrupt);
  else
    result = search<optimal::WeightedClasses>(matrix, columns, targets, options, report, interrupt);
  result.tree.missing_route = options.missing_routes;
  result.tree.unknown_route = options.unknown_routes;
  return result;
}

}  // namespace spinney
