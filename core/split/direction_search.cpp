// Search for multivariate splits.
#include "split/direction_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/pool.h"
#include "split/direction_codes.h"

namespace spinney {
namespace {

constexpr std::size_t kSample = 2048;     // rows that evaluate the candidates of a large node
constexpr std::size_t kFinalists = 3;     // candidates that are evaluated on all rows
constexpr std::size_t kManyColumns = 64;  // maximum number of columns if features are drawn
constexpr std::size_t kDirections = 64, kDrawnDirections = 24;  // default random directions
constexpr std::size_t kRowsOfClasses = 4, kRowsOfNumbers = 10;  // minimum per model column
constexpr std::size_t kModelColumns = 32;                       // maximum columns of a linear model
constexpr double kRowsPerTerm = 3;          // a further term gains about this many rows by chance
constexpr std::size_t kSpheres = 3;         // spheres whose borders are refitted
constexpr std::size_t kMaxRefinements = 3;  // maximum refits of a border
constexpr std::uint64_t kDrawDirections = std::uint64_t{1} << 42;

}  // namespace

Split DirectionSearch::find(const NodeRows& node, int n_threads) {
  const std::size_t wanted = choose_features(node);
  choose_rows(node);
  cells_.gather(data_, rows_, n_rows_, features_);
  pool_.clear();
  propose(node, wanted);
  start_workers(rows_, n_rows_, n_threads);
  evaluate(0, n_threads);
  refine_borders(wanted < drawn_.size());
  const bool sampled = n_rows_ < n_node_;
  const auto finalists = best_first(sampled ? kFinalists : 1);
  if (sampled) start_workers(node.rows + node.begin, n_node_, 1);
  Split best;
  for (const std::size_t i : finalists) {
    interrupt_.poll();
    Split split = finalize(node, pool_[i], workers_[0]);
    if (split.score > best.score) best = std::move(split);
  }
  return best;
}

// Choose the features for directions, ascending (principal axes use all); returns the number of
// features per node.
std::size_t DirectionSearch::choose_features(const NodeRows& node) {
  const std::size_t wanted = drawn_.start(options_, data_.matrix.columns.size(), node.key,
                                          node.features),
                    n = drawn_.size();
  const bool some = wanted < n && n > kManyColumns;
  const std::size_t n_used = some ? std::min(n, std::max(kManyColumns, 4 * wanted)) : n;
  for (std::size_t i = wanted; i < n_used && some; ++i) drawn_.draw(i);
  features_.clear();
  if (options_.searches(SplitKind::pca)) {
    features_.resize(data_.matrix.columns.size());
    std::iota(features_.begin(), features_.end(), 0u);
    return wanted;
  }
  for (std::size_t i = 0; i < n_used; ++i) features_.push_back(drawn_[i]);
  std::sort(features_.begin(), features_.end());
  return wanted;
}

// All rows, or one random row from each of kSample strata.
void DirectionSearch::choose_rows(const NodeRows& node) {
  rows_ = node.rows + node.begin;
  n_rows_ = n_node_ = node.size();
  if (n_node_ < 2 * kSample) return;
  Random random(derive_key(node.key, kDrawDirections + 1));
  sample_.resize(kSample);
  for (std::size_t k = 0; k < kSample; ++k) {
    const std::size_t from = k * n_node_ / kSample, to = (k + 1) * n_node_ / kSample;
    sample_[k] = rows_[from + random.below(static_cast<std::uint32_t>(to - from))];
  }
  rows_ = sample_.data();
  n_rows_ = kSample;
}

void DirectionSearch::propose(const NodeRows& node, std::size_t wanted) {
  Random random(derive_key(node.key, kDrawDirections));
  if (options_.searches(SplitKind::pca)) {
    std::vector<std::uint32_t> axes(options_.axes.size());
    std::iota(axes.begin(), axes.end(), 0u);
    if (wanted < axes.size())
      draw_subset(static_cast<std::uint32_t>(axes.size()), wanted, random, axes);
    for (const std::uint32_t a : axes) pool_.add(false).terms = options_.axes[a].terms;
  }
  if (!options_.searches(SplitKind::oblique) && !options_.searches(SplitKind::sphere)) return;
  responses_.gather(data_.targets, cells_);
  const std::size_t n_columns = cells_.n_columns();
  DirectionPlan plan{options_.n_projections, std::min(kModelColumns, n_columns),
                     data_.targets.classification() ? kRowsOfClasses : kRowsOfNumbers,
                     wanted < drawn_.size()};
  // Trees of a forest are more diverse if their models have few columns; regression benefits more
  // from good models.
  if (plan.drawn && (data_.targets.classification() || random.below(2) == 0))
    plan.n_columns = 2 + random.below(static_cast<std::uint32_t>(plan.n_columns));
  if (plan.n_random == 0)
    plan.n_random = std::min(plan.drawn ? kDrawnDirections : kDirections, 2 * n_columns);
  plan.n_random = std::min(plan.n_random, (n_rows_ + 1) / 2);
  if (options_.searches(SplitKind::oblique))
    oblique_.propose(cells_, responses_, plan, random, pool_);
  if (options_.searches(SplitKind::sphere))
    spheres_.propose(cells_, responses_, plan, random, pool_);
}

void DirectionSearch::start_workers(const Row* rows, std::size_t n, int n_threads) {
  workers_.resize(std::max(workers_.size(), static_cast<std::size_t>(n_threads)));
  for (int w = 0; w < n_threads; ++w) {
    Worker& worker = workers_[static_cast<std::size_t>(w)];
    if (!worker.scorer) worker.scorer = make_scorer_();
    worker.scorer->start(rows, n);
    worker.measured.resize(n);
  }
}

// Limits for a sample, scaled by its share of the node.
SplitLimits DirectionSearch::limits(std::size_t n_rows, std::size_t n_node) const {
  SplitLimits l{options_.min_samples_leaf, options_.min_weight_leaf, 0, 0, 0, &interrupt_};
  if (n_rows == n_node) return l;
  const double share = static_cast<double>(n_rows) / static_cast<double>(n_node);
  l.min_samples_leaf = std::max<std::size_t>(
      1, static_cast<std::size_t>(share * static_cast<double>(l.min_samples_leaf)));
  l.min_weight_leaf *= share;
  return l;
}

// Find the best threshold of each candidate from index `from` on.
void DirectionSearch::evaluate(std::size_t from, int n_threads) {
  const SplitLimits l = limits(n_rows_, n_node_);
  cuts_.resize(pool_.size());
  const auto evaluate_one = [&](std::size_t i, Worker& worker) {
    interrupt_.poll();
    cells_.measure(pool_[i], worker.measured.data());
    encode_roughly(worker.measured, worker.codes);
    cuts_[i] = worker.scorer->best_cut(worker.codes.data(), l);
  };
  if (n_threads == 1) {
    for (std::size_t i = from; i < pool_.size(); ++i) evaluate_one(i, workers_[0]);
  } else {
    parallel_for(n_threads, pool_.size() - from, interrupt_, [&](std::size_t i, int w) {
      evaluate_one(from + i, workers_[static_cast<std::size_t>(w)]);
    });
  }
}

void DirectionSearch::mark_sides(std::size_t candidate) {
  Worker& worker = workers_[0];
  cells_.measure(pool_[candidate], worker.measured.data());
  encode_roughly(worker.measured, worker.codes);
  left_.resize(n_rows_);
  for (std::size_t i = 0; i < n_rows_; ++i)
    left_[i] = worker.codes[i] <= cuts_[candidate].last_left;
}

// Refit the borders of the best spheres, of the best sphere with the most columns, and, if all
// features are used, of the best linear combinations.
void DirectionSearch::refine_borders(bool drawn) {
  const auto more_terms = [&](std::size_t a, std::size_t b) {
    return pool_[a].terms.size() > pool_[b].terms.size();
  };
  if (options_.searches(SplitKind::sphere)) {
    std::vector<std::size_t> spheres = best_first(pool_.size(), true);
    const std::size_t n = spheres.size(), n_best = std::min(n, drawn ? 1 : kSpheres);
    std::stable_sort(spheres.begin() + static_cast<std::ptrdiff_t>(n_best), spheres.end(),
                     more_terms);
    spheres.resize(drawn ? n_best : std::min(n, 2 * kSpheres));
    for (const std::size_t i : spheres) refine_border(i);
  }
  if (options_.searches(SplitKind::oblique) && !drawn)
    for (const std::size_t i : best_first(1, false)) refine_border(i);
}

// Refit a candidate's border to the rows on its two sides while the gain improves.
void DirectionSearch::refine_border(std::size_t best) {
  for (std::size_t i = 0; i < kMaxRefinements; ++i) {
    mark_sides(best);
    choose_sides(data_.targets, cells_, left_, right_);
    const std::size_t n = pool_.size();
    if (pool_[best].sphere)
      spheres_.add_border(cells_, best, right_, pool_);
    else
      oblique_.add_border(cells_, right_, pool_);
    evaluate(n, 1);
    if (pool_.size() == n || !(cuts_[n].gain > cuts_[best].gain)) return;
    best = n;
  }
}

// Indices of the best candidates; ties: the earlier one.
std::vector<std::size_t> DirectionSearch::best_first(std::size_t n_wanted) const {
  std::vector<std::size_t> order(pool_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return !cuts_[i].found(); });
  n_wanted = std::min(n_wanted, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n_wanted),
                    order.end(), [&](std::size_t a, std::size_t b) {
                      return cuts_[a].gain > cuts_[b].gain ||
                             (cuts_[a].gain == cuts_[b].gain && a < b);
                    });
  order.resize(n_wanted);
  return order;
}

// The same among spheres, or among linear combinations.
std::vector<std::size_t> DirectionSearch::best_first(std::size_t n_wanted, bool spheres) const {
  std::vector<std::size_t> order = best_first(pool_.size());
  std::erase_if(order, [&](std::size_t i) { return pool_[i].sphere != spheres; });
  order.resize(std::min(order.size(), n_wanted));
  return order;
}

// Split on a direction, evaluated on all rows of the node.
Split DirectionSearch::finalize(const NodeRows& node, const Direction& direction,
                                Worker& worker) const {
  measure(data_.matrix, direction, node.rows + node.begin, n_node_, interrupt_,
          worker.measured.data());
  encode(worker.measured, worker.codes);
  interrupt_.poll();
  const Cut cut = worker.scorer->best_cut(worker.codes.data(), limits(n_node_, n_node_));
  interrupt_.poll();
  Split split;
  if (!cut.found()) return split;
  const auto more_terms = static_cast<double>(direction.terms.size() - 1);
  split.score =
      cut.gain * std::max(0.0, 1 - kRowsPerTerm * more_terms / static_cast<double>(n_node_));
  split.kind = direction.sphere ? NodeKind::sphere : NodeKind::linear;
  split.saw_missing = cut.saw_missing;
  split.missing_left = cut.missing_left;
  split.threshold = threshold_of(worker.measured, worker.codes, cut.last_left);
  split.details.make().terms = direction.terms;
  share_credit(split);
  return split;
}

// Share of each term in the split: its spread in the node.
void DirectionSearch::share_credit(Split& split) const {
  auto& terms = split.details.make().terms;
  double total = 0;
  for (Term& term : terms) {
    const double spread = cells_.spread(term.feature);
    term.share =
        std::abs(term.factor) * (split.kind == NodeKind::sphere ? spread * spread : spread);
    total += term.share;
  }
  for (Term& term : terms)
    term.share = total > 0 ? term.share / total : 1 / static_cast<double>(terms.size());
  split.feature = std::max_element(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
                    return a.share < b.share;
                  })->feature;
}

}  // namespace spinney
