#include "train/leaf_rows.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "grow/growth_rules.h"
#include "model/edit.h"
#include "predict/interpreter.h"
#include "predict/split_decision.h"
#include "train/linear_leaf.h"
#include "train/node_sums.h"

namespace spinney {

std::vector<Row> all_rows(std::size_t n) {
  std::vector<Row> rows(n);
  std::iota(rows.begin(), rows.end(), Row{0});
  return rows;
}

std::vector<ValueBounds> value_bounds(const Tree& tree, const std::vector<signed char>& monotonic) {
  std::vector<ValueBounds> bounds(tree.size());
  for (std::size_t i = 0; i < tree.size() && !monotonic.empty(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    const auto left = static_cast<std::size_t>(tree.first_child[i]);
    bounds[left] = bounds[left + 1] = bounds[i];
    bound_children(monotonic[static_cast<std::size_t>(tree.feature[i])], tree.value[left],
                   tree.value[left + 1], bounds[left], bounds[left + 1]);
  }
  return bounds;
}

LeafRows::LeafRows(const Tree& tree, const Table& table, const std::vector<Row>* rows,
                   int n_threads, Interrupt& interrupt)
    : leaf_of_(find_leaves(tree, table, n_threads, interrupt)), first_(tree.size() + 1) {
  const std::vector<Row> all = rows ? std::vector<Row>{} : all_rows(leaf_of_.size());
  const std::vector<Row>& used = rows ? *rows : all;
  for (const Row r : used) ++first_[static_cast<std::size_t>(leaf_of_[r]) + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  members_.resize(used.size());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const Row r : used) members_[next[static_cast<std::size_t>(leaf_of_[r])]++] = r;
}

void LeafRows::add_values(const Tree& tree, const Table& table, double* scores) const {
  const std::size_t width = tree.value_width();
  for (std::size_t k = 0; k < width; ++k)
    for (std::size_t r = 0; r < leaf_of_.size(); ++r) {
      const auto node = static_cast<std::size_t>(leaf_of_[r]);
      scores[k * leaf_of_.size() + r] +=
          tree.is_linear_leaf(node) ? leaf_value(tree, node,
                                                 [&](std::size_t feature) {
                                                   return cell_value(table.columns[feature], r);
                                                 })
                                    : tree.value[node * width + k];
    }
}

namespace {

// Fits the linear leaves of a tree again.  Leaves without rows keep their terms.
void refit_terms(Tree& tree, const LeafRows& rows, const TreeJob& job, int n_threads,
                 Interrupt& interrupt) {
  if (!has_linear_leaves(tree)) return;
  require(!job.options.linear_features.empty(), "a tree with linear leaves needs leaf='linear'");
  std::vector<std::vector<std::uint32_t>> paths(tree.size());
  std::vector<std::vector<Term>> terms(tree.size());
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for (std::uint32_t c = 0; c < tree.n_children[i]; ++c) {
      auto& path = paths[static_cast<std::size_t>(tree.first_child[i]) + c];
      path = paths[i];
      path.push_back(static_cast<std::uint32_t>(tree.feature[i]));
    }
    if (tree.kind[i] != NodeKind::leaf) continue;
    if (rows.size(i) > 0) {
      LinearLeaf leaf(job, term_features(paths[i], job.options.linear_features), rows.begin(i),
                      rows.size(i), n_threads, interrupt);
      terms[i] = leaf.fit();
      continue;
    }
    for (std::uint32_t k = tree.set_first[i]; k < tree.set_first[i] + tree.set_length[i]; ++k)
      terms[i].push_back({static_cast<std::uint32_t>(tree.term_feature[k]), tree.term_factor[k],
                          tree.term_center[k], tree.term_share[k]});
  }
  set_leaf_terms(tree, terms);
}

}  // namespace

void refit_tree(Tree& tree, const Table& table, const TreeJob& job, int n_threads,
                Interrupt& interrupt) {
  const std::size_t width = job.n_scores;
  require(tree.n_features == table.columns.size() && tree.value_width() == width,
          "a tree to refit must have a value per score and the features of the table");
  require_statistics(tree);
  const LeafRows rows(tree, table, job.rows, n_threads, interrupt);
  const double rate = job.leaves.rate();
  NodeSums sums(tree.size(), width);
  std::fill(tree.count.begin(), tree.count.end(), 0);
  for (std::size_t i = tree.size(); i-- > 0;) {  // children follow their parent
    if (tree.kind[i] == NodeKind::leaf) {
      sums.set_leaf(i, job, rows.begin(i), rows.size(i), 1, interrupt);
      tree.count[i] = static_cast<std::int64_t>(rows.size(i));
    }
    for (std::uint32_t c = 0; c < tree.n_children[i]; ++c) {
      const std::size_t child = static_cast<std::size_t>(tree.first_child[i]) + c;
      sums.add(i, child);
      tree.count[i] += tree.count[child];
    }
    tree.weight[i] = sums.weight(i);
    for (std::size_t k = 0; k < width; ++k) {
      double& value = tree.value[i * width + k];
      value = tree.count[i] > 0 ? sums.value(i, k, job.options.penalty) : value / rate;
    }
  }
  const std::vector<ValueBounds> bounds = value_bounds(tree, job.options.monotonic);
  for (std::size_t i = 0; i < tree.size(); ++i)
    for (std::size_t k = 0; k < width; ++k) {
      double& value = tree.value[i * width + k];
      if (job.leaves.need_rows() && tree.kind[i] == NodeKind::leaf && rows.size(i) > 0)
        value = job.leaves.of(job.k + k, rows.begin(i), rows.size(i), bounds[i].lower,
                              bounds[i].upper, n_threads);
      else
        value = rate * std::clamp(value, bounds[i].lower, bounds[i].upper);
    }
  refit_terms(tree, rows, job, n_threads, interrupt);
  rows.add_values(tree, table, job.scores);
}

}  // namespace spinney
