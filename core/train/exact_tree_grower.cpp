// Exact trees of boosting: options, growth, pruning and leaf values.
#include "train/exact_tree_grower.h"

#include <limits>

#include "base/random.h"
#include "data/encode.h"
#include "grow/grower.h"
#include "grow/growth_rules.h"
#include "grow/presort_plan.h"
#include "grow/skip_missing.h"
#include "model/builder.h"
#include "predict/interpreter.h"
#include "train/leaf_rows.h"

namespace spinney {
namespace {

template <class Cell>
GradientTargets targets_of(const IntegerGradients<Cell>& whole, const BoostingOptions& o,
                           const std::vector<Row>* rows) {
  GradientTargets t;
  t.unit = whole.unit;
  t.penalty = whole.unit.scaled(o.penalty);
  t.sorted_l2 = o.cat_l2 / whole.unit.hessian;
  const std::size_t n = rows ? rows->size() : whole.cells.size();
  t.pairs.reserve(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const GradientSums s = whole.cells[rows ? (*rows)[i] : i].sums();
    t.pairs.push_back(s.h());
    t.pairs.push_back(s.g());
  }
  return t;
}

Tree pruned(Tree tree, const BoostingOptions& options, double total_hessian) {
  if (!(options.gamma > 0 || options.ccp_alpha > 0)) return tree;
  std::vector<bool> collapse(tree.size());
  prune_by_gain(
      tree.size(), options.gamma, options.gain_of(options.ccp_alpha, total_hessian),
      [&](std::size_t i) { return collapse[i] ? -1 : tree.first_child[i]; },
      [&](std::size_t i) { return tree.gain[i]; }, [&](std::size_t i) { collapse[i] = true; });
  return copy_tree(tree, collapse);
}

}  // namespace

ExactTrainingData::ExactTrainingData(const Table& user_table, const double* row_weight,
                                     std::uint32_t max_bins, const RouteOptions& how, int n_threads,
                                     Encodings* shared, Interrupt& interrupt)
    : table(user_table), weight(row_weight), routes(how) {
  const std::vector<Row> rows = all_rows(table.n_rows);
  const SharedCodes codes =
      shared_codes(table, rows, weight, {max_bins, n_threads}, shared, interrupt);
  matrix = codes.matrix;
  skip_missing = columns_skipping_missing(*matrix, routes.missing_routes);
  TreeOptions options;
  options.criterion = CriterionKind::newton;
  const auto to_presort = presortable(*matrix);
  sorted = plan_presort(*matrix, to_presort, options, true).whole
               ? shared_presort(codes, to_presort, n_threads, interrupt)
               : std::make_shared<const PresortedColumns>();
}

bool ExactTreeGrower::divides_rows() const {
  const auto& m = data_.routes.missing_routes;
  return std::find(m.begin(), m.end(), MissingRoute::fractional) != m.end();
}

Tree ExactTreeGrower::grow(const TreeJob& job) {
  const auto round = [&](auto& whole) {
    job.gradients.round(job.k, job.key, job.options.hessian_counts, job.rows, n_threads_,
                        interrupt_, whole);
    return grow_on(job, whole);
  };
  // Fractions of rows need more precision.
  Tree tree = job.small && !divides_rows() ? round(packed_) : round(precise_);
  set_leaves(tree, job);
  return tree;
}

TreeOptions ExactTreeGrower::grow_options(const BoostingOptions& o, const GradientUnit& unit,
                                          double total) const {
  TreeOptions g;
  static_cast<SizeLimits&>(g) = o;
  static_cast<RouteOptions&>(g) = o;
  g.criterion = CriterionKind::newton;
  g.min_samples_leaf = std::max<std::size_t>(1, o.min_samples_leaf);
  g.min_weight_leaf = std::max(o.min_leaf_hessian(total, unit.hessian), 0.5);
  g.min_impurity_decrease = o.gain_of(o.min_impurity_decrease, total * unit.hessian);
  g.monotonic = o.monotonic;
  g.random_thresholds = o.extra_trees;
  g.skip_missing = data_.skip_missing;
  g.level_wise = o.growth == GrowthPolicy::level;
  g.n_threads = n_threads_;
  return g;
}

template <class Cell>
Tree ExactTreeGrower::grow_on(const TreeJob& job, IntegerGradients<Cell>& whole) {
  const FeatureDraw features(job.options, data_.matrix->columns.size(), job.key);
  TreeOptions options = grow_options(job.options, whole.unit, whole.total.h());
  const double total_hessian = whole.total.h() * whole.unit.hessian;
  const std::size_t n_rows = job.rows ? job.rows->size() : data_.matrix->n_rows;
  options.levels = {job.options.cat_smooth / whole.unit.hessian, job.options.max_onehot,
                    job.options.min_level_hessian(whole.total.h(), n_rows)};
  options.seed = job.key;
  options.feature_draw = &features;
  if (!job.rows) {
    const Targets targets =
        make_gradient_targets(targets_of(whole, job.options, nullptr), data_.weight);
    return pruned(
        grow_tree(*data_.matrix, targets, options, interrupt_, data_.sorted.get()).finish(),
        job.options, total_hessian);
  }
  std::vector<double> weight;
  for (const Row r : *job.rows) weight.push_back(data_.weight ? data_.weight[r] : 1.0);
  const Targets targets =
      make_gradient_targets(targets_of(whole, job.options, job.rows), weight.data());
  const EncodedMatrix matrix = take_rows(*data_.matrix, job.rows->data(), job.rows->size(),
                                         std::vector<bool>(data_.matrix->columns.size()));
  return pruned(grow_tree(matrix, targets, options, interrupt_).finish(), job.options,
                total_hessian);
}

// Sets the final values of the leaves and adds them to the scores.
void ExactTreeGrower::set_leaves(Tree& tree, const TreeJob& job) const {
  if (divides_rows()) return set_divided_leaves(tree, job);
  const LeafRows rows(tree, data_.table, job.rows, n_threads_, interrupt_);
  const std::vector<ValueBounds> bounds = value_bounds(tree, job.options.monotonic);
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (tree.kind[i] == NodeKind::leaf && rows.size(i) > 0)
      tree.value[i] =
          job.leaves.of(job.k, rows.begin(i), rows.size(i), bounds[i].lower, bounds[i].upper);
    else
      tree.value[i] *= job.leaves.rate();
  rows.add_values(tree, *job.table, job.scores);
}

// The same with fractions of rows. One Newton step is known from growth; others need the rows.
void ExactTreeGrower::set_divided_leaves(Tree& tree, const TreeJob& job) const {
  std::vector<std::vector<Row>> members(tree.size());
  std::vector<std::vector<double>> share(tree.size());
  if (job.leaves.need_rows()) {
    std::vector<bool> drawn(data_.table.n_rows, !job.rows);
    for (std::size_t i = 0; job.rows && i < job.rows->size(); ++i) drawn[(*job.rows)[i]] = true;
    for (const RowPart& part : find_parts(tree, data_.table, interrupt_)) {
      if (!drawn[part.row]) continue;
      members[part.node].push_back(part.row);
      share[part.node].push_back(part.share);
    }
  }
  const std::vector<ValueBounds> bounds = value_bounds(tree, job.options.monotonic);
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (tree.kind[i] == NodeKind::leaf && !members[i].empty())
      tree.value[i] = job.leaves.of_parts(job.k, members[i], share[i], tree.value[i],
                                          bounds[i].lower, bounds[i].upper);
    else
      tree.value[i] *= job.leaves.rate();
  std::vector<double> predicted(data_.table.n_rows);
  predict_values(tree, data_.table, n_threads_, interrupt_, predicted.data());
  for (std::size_t r = 0; r < predicted.size(); ++r) job.scores[r] += predicted[r];
}

}  // namespace spinney
