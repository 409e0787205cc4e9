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
#include "train/node_sums.h"

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
  if (job.channels)
    return job.small ? grow_with(packed_vector_, job) : grow_with(precise_vector_, job);
  return job.small ? grow_with(packed_, job) : grow_with(precise_, job);
}

template <class Cell>
Tree HistogramTreeGrower::grow_with(Side<Cell>& side, const TreeJob& job) {
  if (!side.grower)
    side.grower = std::make_unique<BinGrower<Cell>>(matrix_, job.options.max_histogram_bytes,
                                                    n_threads_, interrupt_);
  {
    const Stopwatch timer(gradient_seconds_);
    if constexpr (kIsVector<Cell>)
      job.channels->round(job.key, job.options.hessian_counts, job.rows, n_threads_, interrupt_,
                          side.whole);
    else
      job.gradients.round(job.k, job.key, job.options.hessian_counts, job.rows, n_threads_,
                          interrupt_, side.whole);
  }
  const auto& nodes = side.grower->grow(side.whole.cells.data(), side.whole.unit, side.whole.total,
                                        job.rows, job.options, job.key);
  const Stopwatch timer(leaf_seconds_);
  const NodeValues values = kIsVector<Cell>
                                ? set_vector_leaves(nodes, side.grower->rows(), job)
                                : set_leaves(nodes, side.grower->rows(), side.whole.unit, job);
  if (job.rows) add_out_of_bag(nodes, values, job);
  return make_tree(nodes, values, job.n_scores);
}

// Calls set(leaf, n_threads). Threads share the rows of a large leaf, which can have almost all
// rows, and process small leaves in parallel.
template <class Set>
void HistogramTreeGrower::each_leaf(const std::vector<BinTreeNode>& nodes, Set&& set) const {
  std::vector<std::size_t> leaves;
  for (const std::size_t i : reachable(nodes))
    if (nodes[i].left < 0) leaves.push_back(i);
  const auto small = std::stable_partition(leaves.begin(), leaves.end(), [&](std::size_t l) {
    return nodes[l].size() >= 4 * kShareRows;
  });
  for (auto l = leaves.begin(); l != small; ++l) set(*l, n_threads_);
  parallel_for(matrix_.n_rows < kShareRows ? 1 : n_threads_,
               static_cast<std::size_t>(leaves.end() - small), interrupt_,
               [&](std::size_t i, int) { set(small[static_cast<std::ptrdiff_t>(i)], 1); });
}

void HistogramTreeGrower::add_step(const Row* members, std::size_t n, double step, double* scores,
                                   int n_threads) const {
  parallel_for(n_threads, (n + kShareRows - 1) / kShareRows, interrupt_,
               [&](std::size_t share, int) {
                 const std::size_t end = std::min(n, (share + 1) * kShareRows);
                 for (std::size_t i = share * kShareRows; i < end; ++i) scores[members[i]] += step;
               });
}

// Returns the values of all nodes and adds those of leaves to the scores.
auto HistogramTreeGrower::set_leaves(const std::vector<BinTreeNode>& nodes, const Row* order,
                                     const GradientUnit& unit, const TreeJob& job) const
    -> NodeValues {
  NodeValues all{std::vector<double>(nodes.size()), std::vector<double>(nodes.size()), {}};
  const bool linear = !job.options.linear_features.empty();
  const Paths paths = linear ? paths_of(nodes) : Paths{};
  if (linear) all.terms.resize(nodes.size());
  for (const std::size_t i : reachable(nodes)) {
    const GradientSums& s = nodes[i].sums.total;
    all.value[i] = job.leaves.rate() *
                   newton_value(s.g() * unit.gradient, s.h() * unit.hessian, job.options.penalty);
    all.weight[i] = s.h() * unit.hessian;
  }
  each_leaf(nodes, [&](std::size_t l, int n_threads) {
    const BinTreeNode& leaf = nodes[l];
    const Row* members = order + leaf.begin;
    all.value[l] = job.leaves.of(job.k, members, leaf.size(), leaf.sums.lower * unit.value(),
                                 leaf.sums.upper * unit.value(), n_threads);
    if (!linear) return add_step(members, leaf.size(), all.value[l], job.scores, n_threads);
    LinearLeaf model(job, term_features(paths[l], job.options.linear_features), members,
                     leaf.size(), n_threads, interrupt_);
    all.terms[l] = model.fit();
    model.add_values(all.value[l], all.terms[l]);
  });
  return all;
}

// The same for a tree with a value per score. The split search may use sketches of the gradients,
// so the sums of all nodes are those of their leaves.
auto HistogramTreeGrower::set_vector_leaves(const std::vector<BinTreeNode>& nodes, const Row* order,
                                            const TreeJob& job) const -> NodeValues {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::size_t width = job.n_scores;
  NodeValues all{std::vector<double>(nodes.size() * width), std::vector<double>(nodes.size()), {}};
  NodeSums sums(nodes.size(), width);
  each_leaf(nodes, [&](std::size_t l, int n_threads) {
    const Row* members = order + nodes[l].begin;
    sums.set_leaf(l, job, members, nodes[l].size(), n_threads, interrupt_);
    for (std::size_t k = 0; k < width; ++k) {
      double& step = all.value[l * width + k];
      step = job.leaves.need_rows()
                 ? job.leaves.of(job.k + k, members, nodes[l].size(), -kInfinity, kInfinity)
                 : job.leaves.rate() * sums.value(l, k, job.options.penalty);
      add_step(members, nodes[l].size(), step, job.scores + k * matrix_.n_rows, n_threads);
    }
  });
  const std::vector<std::size_t> found = reachable(nodes);
  for (auto i = found.rbegin(); i != found.rend(); ++i) {  // children before their parent
    if (nodes[*i].left >= 0) {
      const auto left = static_cast<std::size_t>(nodes[*i].left);
      sums.add(*i, left);
      sums.add(*i, left + 1);
      for (std::size_t k = 0; k < width; ++k)
        all.value[*i * width + k] = job.leaves.rate() * sums.value(*i, k, job.options.penalty);
    }
    all.weight[*i] = sums.weight(*i);
  }
  return all;
}

// Adds the leaf values of rows that were not sampled, found by their bins.
void HistogramTreeGrower::add_out_of_bag(const std::vector<BinTreeNode>& nodes,
                                         const NodeValues& values, const TreeJob& job) const {
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
      return walk.add_values(others.data(), others.size(), values.value, job.n_scores, job.scores);
    walk.each_leaf(others.data(), others.size(), [&](Row row, std::uint32_t leaf) {
      job.scores[row] += linear_value(
          values.value[leaf], values.terms[leaf],
          [&](std::uint32_t feature) { return cell_value(job.table->columns[feature], row); });
    });
  });
}

Tree HistogramTreeGrower::make_tree(const std::vector<BinTreeNode>& nodes, const NodeValues& values,
                                    std::size_t n_scores) const {
  TreeBuilder builder(static_cast<std::uint32_t>(matrix_.columns.size()),
                      static_cast<std::uint32_t>(n_scores), {});
  std::vector<std::int32_t> id(nodes.size());
  const auto record = [&](std::size_t i) {
    return NodeRecord{static_cast<std::int64_t>(nodes[i].size()),
                      values.weight[i],
                      0,
                      {&values.value[i * n_scores], n_scores}};
  };
  builder.add_root(record(0));
  for (const std::size_t i : reachable(nodes)) {
    if (nodes[i].left < 0) continue;
    const auto left = static_cast<std::size_t>(nodes[i].left);
    id[left] = builder.split(id[i], record_of(nodes[i], matrix_.columns[nodes[i].split.feature]),
                             record(left), record(left + 1));
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
  add(packed_vector_);
  add(precise_vector_);
  return all;
}

}  // namespace spinney
