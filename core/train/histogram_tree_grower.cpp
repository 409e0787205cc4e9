// Histogram trees of boosting: growth, leaf values and conversion to a tree.
#include "train/histogram_tree_grower.h"

#include <algorithm>

#include "base/pool.h"
#include "base/stopwatch.h"
#include "grow/bin_walk.h"
#include "grow/split_record.h"
#include "model/builder.h"
#include "model/edit.h"
#include "train/linear_leaf.h"

namespace spinney {
namespace {

constexpr std::size_t kShareRows = 8192;

// The nodes that remain after pruning.
std::vector<std::size_t> reachable(const std::vector<BinTreeNode>& nodes) {
  std::vector<std::size_t> found{0};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::int32_t left = nodes[found[i]].left;
    if (left < 0) continue;
    found.push_back(static_cast<std::size_t>(left));
    found.push_back(static_cast<std::size_t>(left) + 1);
  }
  return found;
}

using Paths = std::vector<std::vector<std::uint32_t>>;

// The features of the splits above each node.
Paths paths_of(const std::vector<BinTreeNode>& nodes) {
  Paths paths(nodes.size());
  for (const std::size_t i : reachable(nodes)) {
    if (nodes[i].left < 0) continue;
    const auto left = static_cast<std::size_t>(nodes[i].left);
    paths[left] = paths[i];
    paths[left].push_back(nodes[i].split.feature);
    paths[left + 1] = paths[left];
  }
  return paths;
}

SplitRecord record_of(const BinTreeNode& node, const BinnedColumn& column) {
  SplitRecord record;
  record.feature = node.split.feature;
  record.missing_left = node.split.missing_left;
  record.gain = node.gain;
  if (column.categorical) {
    record.kind = NodeKind::category;
    record.sets = level_sets(node.split.left_bins, node.split.seen_bins);
  } else if (node.split.last_left < column.cuts.size()) {
    record.threshold = column.cuts[node.split.last_left];
  } else {
    record.threshold = std::numeric_limits<double>::infinity();  // all values | missing
  }
  return record;
}

}  // namespace

Tree HistogramTreeGrower::grow(const TreeJob& job) {
  return job.small ? grow_with(packed_, job) : grow_with(precise_, job);
}

template <class Cell>
Tree HistogramTreeGrower::grow_with(Side<Cell>& side, const TreeJob& job) {
  if (!side.grower)
    side.grower = std::make_unique<BinGrower<Cell>>(matrix_, job.options.max_histogram_bytes,
                                                    n_threads_, interrupt_);
  {
    const Stopwatch timer(gradient_seconds_);
    job.gradients.round(job.k, job.key, job.options.hessian_counts, job.rows, n_threads_,
                        interrupt_, side.whole);
  }
  const auto& nodes = side.grower->grow(side.whole.cells.data(), side.whole.unit, side.whole.total,
                                        job.rows, job.options, job.key);
  const NodeValues values = set_leaves(nodes, side.grower->rows(), side.whole.unit, job);
  return make_tree(nodes, values, side.whole.unit);
}

void HistogramTreeGrower::add_leaf(double value, const Row* members, std::size_t n, double* scores,
                                   int n_threads) {
  parallel_for(n_threads, (n + kShareRows - 1) / kShareRows, interrupt_,
               [&](std::size_t share, int) {
                 const std::size_t end = std::min(n, (share + 1) * kShareRows);
                 for (std::size_t i = share * kShareRows; i < end; ++i) scores[members[i]] += value;
               });
}

// Returns the values of all nodes and adds those of leaves to the scores.
HistogramTreeGrower::NodeValues HistogramTreeGrower::set_leaves(
    const std::vector<BinTreeNode>& nodes, const Row* order, const GradientUnit& unit,
    const TreeJob& job) {
  const Stopwatch timer(leaf_seconds_);
  NodeValues values;
  std::vector<double>& value = values.value;
  value.resize(nodes.size());
  const bool linear = !job.options.linear_features.empty();
  const Paths paths = linear ? paths_of(nodes) : Paths{};
  if (linear) values.terms.resize(nodes.size());
  std::vector<std::size_t> leaves;
  for (const std::size_t i : reachable(nodes)) {
    const GradientSums& s = nodes[i].sums.total;
    value[i] = job.leaves.rate() *
               newton_value(s.g() * unit.gradient, s.h() * unit.hessian, job.options.penalty);
    if (nodes[i].left < 0) leaves.push_back(i);
  }
  const auto set = [&](std::size_t l, int n_threads) {
    const BinTreeNode& leaf = nodes[l];
    const Row* members = order + leaf.begin;
    const double step = job.leaves.of(job.k, members, leaf.size(), leaf.sums.lower * unit.value(),
                                      leaf.sums.upper * unit.value(), n_threads);
    value[l] = step;
    if (!linear) return add_leaf(step, members, leaf.size(), job.scores, n_threads);
    LinearLeaf model(job, term_features(paths[l], job.options.linear_features), members,
                     leaf.size(), n_threads, interrupt_);
    values.terms[l] = model.fit();
    model.add_values(step, values.terms[l]);
  };
  // Threads share the rows of a large leaf, which can have almost all rows, and process small
  // leaves in parallel.
  const auto small = std::stable_partition(leaves.begin(), leaves.end(), [&](std::size_t l) {
    return nodes[l].size() >= 4 * kShareRows;
  });
  for (auto l = leaves.begin(); l != small; ++l) set(*l, n_threads_);
  parallel_for(matrix_.n_rows < kShareRows ? 1 : n_threads_,
               static_cast<std::size_t>(leaves.end() - small), interrupt_,
               [&](std::size_t i, int) { set(small[static_cast<std::ptrdiff_t>(i)], 1); });
  if (job.rows) add_out_of_bag(nodes, values, job);
  return values;
}

// Adds the leaf values of rows that were not sampled, found by their bins.
void HistogramTreeGrower::add_out_of_bag(const std::vector<BinTreeNode>& nodes,
                                         const NodeValues& values, const TreeJob& job) {
  const BinWalk walk(nodes, matrix_);
  const std::vector<Row>& grown_on = *job.rows;
  const std::size_t n_shares = (matrix_.n_rows + kShareRows - 1) / kShareRows;
  parallel_for(n_threads_, n_shares, interrupt_, [&](std::size_t share, int) {
    const std::size_t begin = share * kShareRows,
                      end = std::min(matrix_.n_rows, begin + kShareRows);
    auto next = std::lower_bound(grown_on.begin(), grown_on.end(), static_cast<Row>(begin));
    std::vector<Row> others;
    for (std::size_t row = begin; row < end; ++row)
      if (next != grown_on.end() && *next == row)
        ++next;
      else
        others.push_back(static_cast<Row>(row));
    if (values.terms.empty())
      return walk.add_values(others.data(), others.size(), values.value, job.scores);
    walk.each_leaf(others.data(), others.size(), [&](Row row, std::uint32_t leaf) {
      job.scores[row] += linear_value(
          values.value[leaf], values.terms[leaf],
          [&](std::uint32_t feature) { return cell_value(job.table->columns[feature], row); });
    });
  });
}

Tree HistogramTreeGrower::make_tree(const std::vector<BinTreeNode>& nodes, const NodeValues& values,
                                    const GradientUnit& unit) const {
  TreeBuilder builder(static_cast<std::uint32_t>(matrix_.columns.size()), 1, {});
  std::vector<std::int32_t> id(nodes.size());
  std::vector<double> left_value(1), right_value(1);
  const auto record = [&](std::size_t i, std::vector<double>& kept) {
    kept[0] = values.value[i];
    return NodeRecord{static_cast<std::int64_t>(nodes[i].size()),
                      nodes[i].sums.total.h() * unit.hessian, 0, kept};
  };
  builder.add_root(record(0, left_value));
  for (const std::size_t i : reachable(nodes)) {
    if (nodes[i].left < 0) continue;
    const auto left = static_cast<std::size_t>(nodes[i].left);
    id[left] = builder.split(id[i], record_of(nodes[i], matrix_.columns[nodes[i].split.feature]),
                             record(left, left_value), record(left + 1, right_value));
    id[left + 1] = id[left] + 1;
  }
  Tree tree = builder.finish();
  if (values.terms.empty()) return tree;
  // Nodes were added level by level, so the builder keeps their numbers.
  std::vector<std::vector<Term>> terms(tree.size());
  for (const std::size_t i : reachable(nodes))
    terms[static_cast<std::size_t>(id[i])] = values.terms[i];
  set_leaf_terms(tree, terms);
  return tree;
}

BoostTimings HistogramTreeGrower::timings() const {
  BoostTimings all;
  all.gradients = gradient_seconds_;
  all.leaves = leaf_seconds_;
  const auto add = [&](const auto& side) {
    if (!side.grower) return;
    const SearchTimings c = side.grower->search_timings();
    all.histogram += c.histogram / n_threads_;  // threads run in parallel
    all.scan += c.scan / n_threads_;
    all.cells += c.cells;
    all.partition += side.grower->partition_seconds();
  };
  add(packed_);
  add(precise_);
  return all;
}

}  // namespace spinney
