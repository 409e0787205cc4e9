// A round of boosting, and the choice between histogram and exact growers.
#include "train/booster.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/grid.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/random.h"
#include "base/stopwatch.h"
#include "train/histogram_tree_grower.h"
#include "train/leaf_rows.h"
#include "train/linear_leaf.h"

namespace spinney {
namespace {

double total_weight(const double* weight, std::size_t n) {
  if (!weight) return static_cast<double>(n);
  GridSum sum(*std::max_element(weight, weight + n), n);
  for (std::size_t i = 0; i < n; ++i) sum.add(weight[i]);
  return sum.value();
}

bool holds(const std::vector<MissingRoute>& routes, MissingRoute route) {
  return std::find(routes.begin(), routes.end(), route) != routes.end();
}

// Histograms support the learned route only. Other routes matter if values are missing; surrogates
// are always needed.
bool routes_fit(const Table& table, const BoostingOptions& o, Interrupt& interrupt) {
  if (holds(o.missing_routes, MissingRoute::surrogate) ||
      holds(o.unknown_routes, MissingRoute::surrogate))
    return false;
  if (std::all_of(o.missing_routes.begin(), o.missing_routes.end(),
                  [](MissingRoute r) { return r == MissingRoute::learned; }))
    return true;
  const std::vector<std::int64_t> absent = count_absent_cells(table, o.n_threads, interrupt);
  for (std::size_t f = 0; f < o.missing_routes.size(); ++f)
    if (o.missing_routes[f] != MissingRoute::learned && absent[2 * f] + absent[2 * f + 1] > 0)
      return false;
  return true;
}

void check_forced_splits(const BoostingOptions& o, std::size_t n_features) {
  const auto size = static_cast<std::int64_t>(o.forced_splits.size());
  require(size == 0 || o.growth != GrowthPolicy::symmetric,
          "forced_splits needs growth='leaf' or growth='level'");
  for (std::int64_t i = 0; i < size; ++i) {
    const ForcedSplit& split = o.forced_splits[static_cast<std::size_t>(i)];
    const auto valid = [&](std::int32_t child) {
      return child == -1 || (child > i && child < size);
    };
    require(split.feature < n_features && valid(split.left) && valid(split.right),
            "a forced split is out of range");
  }
}

void check_fit_rows(const std::vector<Row>& rows, std::size_t n_rows) {
  require(rows.empty() || (std::is_sorted(rows.begin(), rows.end()) && rows.back() < n_rows),
          "the rows of a booster must be ascending indices");
}

}  // namespace

bool can_bin(const Table& table, const BoostingOptions& o, Interrupt& interrupt) {
  if (o.max_bins > kMaxBins) return false;
  const auto fits = [](const Column& c) { return c.levels <= 65'535; };
  return std::all_of(table.columns.begin(), table.columns.end(), fits) &&
         routes_fit(table, o, interrupt);
}

Booster::Booster(const Table& table, const double* y, const double* weight, Loss* loss,
                 std::vector<double> scores, BoostingOptions options,
                 std::function<bool()> interrupted, std::vector<Row> rows, Encodings* shared)
    : table_(table),
      rows_{y, nullptr, weight, table.n_rows},
      loss_(loss),
      n_scores_(scores.size() / std::max<std::size_t>(1, table.n_rows)),
      scores_(std::move(scores)),
      options_(std::move(options)),
      interrupt_(std::make_shared<Interrupt>(std::move(interrupted))),
      gradients_(table.n_rows, n_scores_, weight, options_.quantize, options_.classic()),
      fit_rows_(std::move(rows)) {
  require(table.n_rows > 0 && table.n_rows < std::numeric_limits<Row>::max(),
          "the number of rows is out of range");
  require(scores_.size() == n_scores_ * table.n_rows,
          "scores must have an entry per row and score");
  require(!loss_ || loss_->n_scores() == n_scores_,
          "scores must have as many lines as the loss has scores");
  check_fit_rows(fit_rows_, table.n_rows);
  options_.n_table_rows = table.n_rows;
  options_.total_weight = total_weight(weight, table.n_rows);
  check_forced_splits(options_, table.columns.size());
  encode(weight, shared);
  check_linear_leaves(options_, loss_, table.columns.size(), bins_ != nullptr);
  make_growers();
}

Booster::Booster(const Booster& other, Loss* loss, std::vector<double> scores,
                 BoostingOptions options, std::vector<Row> rows)
    : table_(other.table_),
      rows_(other.rows_),
      loss_(loss),
      n_scores_(other.n_scores_),
      scores_(std::move(scores)),
      options_(std::move(options)),
      interrupt_(other.interrupt_),
      gradients_(table_.n_rows, n_scores_, rows_.weight, options_.quantize, options_.classic()),
      bins_(other.bins_),
      codes_(other.codes_),
      fit_rows_(std::move(rows)) {
  require(scores_.size() == n_scores_ * table_.n_rows,
          "scores must have an entry per row and score");
  require(!loss_ || loss_->n_scores() == n_scores_,
          "scores must have as many lines as the loss has scores");
  require(!fit_rows_.empty(), "a booster needs rows to fit");
  check_fit_rows(fit_rows_, table_.n_rows);
  check_linear_leaves(options_, loss_, table_.columns.size(), bins_ != nullptr);
  options_.n_table_rows = other.options_.n_table_rows;
  options_.total_weight = other.options_.total_weight;
  make_growers();
}

void Booster::encode(const double* weight, Encodings* shared) {
  const Table& table = table_;
  const Stopwatch timer(encode_seconds_);
  if (can_bin(table, options_, *interrupt_)) {
    bins_ = shared_bins(table, options_.max_bins, options_.sparse_bins, options_.n_threads, shared,
                        *interrupt_);
  } else {
    require(options_.growth != GrowthPolicy::symmetric,
            "growth='symmetric' needs max_bins of at most 255, and does not go with "
            "missing='surrogate', nor with "
            "'fractional', 'stop' or 'majority' where training values are missing");
    require(options_.forced_splits.empty(),
            "forced_splits needs max_bins of at most 255, and does not go with "
            "missing='surrogate', nor with 'fractional', 'stop' or 'majority' where training "
            "values are missing");
    codes_ = std::make_shared<ExactTrainingData>(table, weight, options_.max_bins, options_,
                                                 options_.n_threads, shared, *interrupt_);
  }
}

void Booster::make_growers() {
  options_.vector_leaves &= n_scores_ > 1;
  if (options_.vector_leaves) make_channels();
  growers_.resize(side_by_side() ? static_cast<std::size_t>(options_.n_threads) : 1);
  auto& histogram_bytes = options_.max_histogram_bytes;
  if (histogram_bytes == 0 && bins_)
    histogram_bytes = available_memory() / 4 / std::max<std::size_t>(1, options_.n_boosters);
  histogram_bytes /= growers_.size();
}

// Many trees of a round grow in parallel, one thread each; few large trees use all threads in turn.
bool Booster::side_by_side() const {
  const auto n_threads = static_cast<std::size_t>(options_.n_threads);
  const bool small = table_.n_rows * table_.columns.size() < 100'000;
  return n_threads > 1 && n_trees() >= (small ? 1 : 2) * n_threads;
}

TreeGrower& Booster::grower(std::size_t worker) {
  auto& g = growers_[worker];
  const int n_threads = growers_.size() > 1 ? 1 : options_.n_threads;
  if (!g && bins_) g = std::make_unique<HistogramTreeGrower>(*bins_, n_threads, *interrupt_);
  if (!g) g = std::make_unique<ExactTreeGrower>(*codes_, n_threads, *interrupt_);
  return *g;
}

void Booster::set_gradients(const double* gradient, const double* hessian) {
  require(gradient || loss_, "without a loss every round needs derivatives");
  require(!gradient == !hessian, "gradient and hessian come together");
  const Stopwatch timer(gradient_seconds_);
  rows_.scores = scores_.data();
  gradients_.set_weight(rows_.weight);
  if (gradient) {
    gradients_.set(gradient, hessian, options_.n_threads, *interrupt_);
  } else {
    loss_->start_round(rows_, fit_rows_);
    gradients_.derive(*loss_, rows_, options_.n_threads, *interrupt_);
  }
}

// Calls tree(job, worker) for every tree of a round, and updates the scores.
template <class F>
void Booster::each_tree(std::uint64_t round, double rate, bool given, F&& tree) {
  const bool searches = loss_ && !given && (options_.classic() || loss_->needs_leaf_update());
  // Losses that are not smooth have exact leaf values.
  const bool refines = loss_ && !given && options_.leaf_steps > 1 && !loss_->needs_leaf_update();
  // Leaves read the scores of this round, so they are updated after all trees.
  const bool wait = (searches || refines) && n_scores_ > 1;
  if (wait) next_scores_ = scores_;
  const std::uint64_t key = derive_key(options_.seed, round);
  LossRows rows = rows_;
  const std::vector<Row> drawn = sample_rows(round, rows);
  if (channels_) set_channels(round, rows.weight);
  BoostingOptions tree_options = options_;
  if (options_.classic()) tree_options.penalty = {0, 0, 0};
  tree_options.hessian_counts =
      !rows.weight && (options_.classic() || (loss_ && !given && loss_->unit_hessian()));
  std::optional<LeafSteps> further;
  if (refines)
    further.emplace(LeafSteps{*loss_, tree_options.penalty, options_.leaf_steps - 1, *interrupt_});
  const LeafValues leaves(gradients_, tree_options.penalty, searches ? loss_ : nullptr,
                          further ? &*further : nullptr, rows, rate, *interrupt_);
  parallel_for(static_cast<int>(growers_.size()), n_trees(), *interrupt_,
               [&](std::size_t k, int worker) {
                 TreeJob job{gradients_, leaves, tree_options};
                 job.k = k;
                 job.key = derive_key(key, 16 + k);
                 // A symmetric split is not searched again if it leaves too few rows in a node, so
                 // rows must be counted.
                 const bool counts = options_.growth == GrowthPolicy::symmetric &&
                                     !tree_options.hessian_counts && options_.min_samples_leaf > 1;
                 job.small = options_.quantize && !counts && gradients_.small_enough(k);
                 if (channels_) use_channels(job);
                 job.rows = drawn.empty() ? nullptr : &drawn;
                 job.table = &table_;
                 job.scores = (wait ? next_scores_ : scores_).data() + k * table_.n_rows;
                 tree(job, static_cast<std::size_t>(worker));
               });
  if (wait)
    std::copy(next_scores_.begin(), next_scores_.end(),
              scores_.begin());  // keep the address: Python holds a view
}

std::vector<Tree> Booster::step(std::uint64_t round, double rate, const double* gradient,
                                const double* hessian) {
  set_gradients(gradient, hessian);
  std::vector<Tree> trees(n_trees());
  each_tree(round, rate, gradient != nullptr, [&](const TreeJob& job, std::size_t worker) {
    Tree& tree = trees[job.k];
    tree = grower(worker).grow(job);
    tree.missing_route = options_.missing_routes;
    tree.unknown_route = options_.unknown_routes;
  });
  return trees;
}

std::vector<Tree> Booster::refit(std::vector<Tree> trees, std::uint64_t round, double rate,
                                 const double* gradient, const double* hessian) {
  require(trees.size() == n_trees(), "a round to refit needs a tree per score, or one for all");
  set_gradients(gradient, hessian);
  each_tree(round, rate, gradient != nullptr, [&](const TreeJob& job, std::size_t) {
    const int n_threads = growers_.size() > 1 ? 1 : options_.n_threads;
    refit_tree(trees[job.k], table_, job, n_threads, *interrupt_);
  });
  return trees;
}

std::vector<Tree> step_all(const std::vector<Booster*>& boosters, std::uint64_t round, double rate,
                           const std::vector<const double*>& gradients,
                           const std::vector<const double*>& hessians, int n_threads) {
  std::vector<std::vector<Tree>> grown(boosters.size());
  Interrupt unused;  // boosters poll their own
  parallel_for(n_threads, boosters.size(), unused, [&](std::size_t i, int) {
    grown[i] = boosters[i]->step(round, rate, gradients.empty() ? nullptr : gradients[i],
                                 hessians.empty() ? nullptr : hessians[i]);
  });
  std::vector<Tree> all;
  for (auto& trees : grown) std::move(trees.begin(), trees.end(), std::back_inserter(all));
  return all;
}

BoostTimings Booster::timings() const {
  BoostTimings all;
  const auto n_growers = static_cast<double>(growers_.size());
  for (const auto& g : growers_) {
    if (!g) continue;
    const BoostTimings c = g->timings();
    all.gradients += c.gradients / n_growers;
    all.histogram += c.histogram / n_growers;
    all.scan += c.scan / n_growers;
    all.partition += c.partition / n_growers;
    all.leaves += c.leaves / n_growers;
    all.cells += c.cells;
  }
  all.gradients += gradient_seconds_;
  return all;
}

}  // namespace spinney
