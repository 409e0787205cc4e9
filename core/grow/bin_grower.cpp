// Growth on histograms: node by node, or level by level.
#include "grow/bin_grower.h"

#include <algorithm>
#include <limits>

#include "base/random.h"
#include "grow/growth_rules.h"

namespace spinney {
namespace {

BinSearchOptions in_units(const BoostingOptions& o, const GradientUnit& unit, double total,
                          std::size_t n_rows) {
  BinSearchOptions s;
  s.penalty = unit.scaled(o.penalty);
  s.min_hessian = o.min_leaf_hessian(total, unit.hessian);
  s.min_samples_leaf = o.min_samples_leaf;
  s.hessian_counts = o.hessian_counts;
  s.levels = {o.cat_smooth / unit.hessian, o.max_onehot, o.min_level_hessian(total, n_rows)};
  s.sorted_l2 = o.cat_l2 / unit.hessian;
  s.monotone = o.monotonic;
  s.random_thresholds = o.extra_trees;
  s.n_channels = o.n_channels;
  return s;
}

// The minimum gain of a split by min_impurity_decrease, with a tolerance for rounding.
double least_gain(const BoostingOptions& o, double total_hessian) {
  using Limits = std::numeric_limits<double>;
  if (!(o.min_impurity_decrease > 0)) return -Limits::infinity();
  return o.gain_of(o.min_impurity_decrease - Limits::epsilon(), total_hessian);
}

std::vector<std::uint32_t> with_forced(std::vector<std::uint32_t> features,
                                       const std::vector<ForcedSplit>& forced) {
  for (const ForcedSplit& split : forced) features.push_back(split.feature);
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

}  // namespace

template <class Cell>
BinGrower<Cell>::BinGrower(const BinnedMatrix& matrix, std::size_t max_histogram_bytes,
                           int n_threads, Interrupt& interrupt)
    : matrix_(matrix),
      interrupt_(interrupt),
      histograms_(matrix, max_histogram_bytes, n_threads, interrupt),
      partition_(matrix, n_threads) {}

template <class Cell>
const std::vector<BinTreeNode>& BinGrower<Cell>::grow(const Cell* gradients,
                                                      const GradientUnit& unit, const Sums& total,
                                                      const std::vector<Row>* rows,
                                                      const BoostingOptions& options,
                                                      std::uint64_t key) {
  const FeatureDraw features(options, matrix_.columns.size(), key);
  unit_ = unit;
  options_ = &options;
  features_ = &features;
  const std::size_t n_rows = rows ? rows->size() : matrix_.n_rows;
  search_options_ = in_units(options, unit, total.h(), n_rows);
  const double total_hessian = total.h() * unit.hessian;
  min_gain_ = least_gain(options, total_hessian);
  tree_features_ = splittable(features.of_tree());
  histogram_features_ = with_forced(tree_features_, options.forced_splits);
  histograms_.start(gradients, search_options_, histogram_features_);
  partition_.start(rows, interrupt_);
  open_root(total, key);
  if (options.growth == GrowthPolicy::symmetric)
    grow_by_levels();
  else
    grow_by_nodes();
  prune_by_gain(
      nodes_.size(), options.gamma, options.gain_of(options.ccp_alpha, total_hessian),
      [&](std::size_t i) { return nodes_[i].left; }, [&](std::size_t i) { return nodes_[i].gain; },
      [&](std::size_t i) { nodes_[i].left = -1; });
  return nodes_;
}

template <class Cell>
void BinGrower<Cell>::open_root(const Sums& total, std::uint64_t key) {
  nodes_.assign(1, {});
  frontier_ = Frontier<std::size_t>(*options_, options_->growth == GrowthPolicy::level);
  BinTreeNode& root = nodes_[0];
  root.end = root.sums.n_rows = partition_.size();
  root.key = derive_key(key, 0);
  put_sums(total, root.sums.total, root.sums.rest);
  if (!options_->forced_splits.empty()) root.forced = 0;
  if (may_split(root))
    store_split(0,
                histograms_.open(0, task_for(root, options_->growth != GrowthPolicy::symmetric)));
}

template <class Cell>
bool BinGrower<Cell>::may_split(const BinTreeNode& node) const {
  return spinney::may_split(*options_, node.depth, static_cast<double>(node.size()),
                            node.sums.total.h(), search_options_.min_hessian);
}

template <class Cell>
BinTask BinGrower<Cell>::task_for(const BinTreeNode& node, bool search) const {
  BinTask task;
  task.node = node.sums;
  task.node.key = node.key;
  task.node.total.count = static_cast<std::int64_t>(node.size());
  task.rows = partition_.rows() + node.begin;
  if (search && node.forced >= 0)
    task.forced = &options_->forced_splits[static_cast<std::size_t>(node.forced)];
  if (search)
    task.features = features_->all_alike()
                        ? tree_features_
                        : splittable(features_->of_node(node.depth, node.key, node.path));
  return task;
}

// Without the features that cannot leave enough rows on both sides in any node. Never empty,
// because nodes without features are not opened.
template <class Cell>
std::vector<std::uint32_t> BinGrower<Cell>::splittable(std::vector<std::uint32_t> features) const {
  const auto first = std::stable_partition(features.begin(), features.end(), [&](std::uint32_t f) {
    return matrix_.can_split(f, options_->min_samples_leaf);
  });
  if (first != features.begin()) features.erase(first, features.end());
  return features;
}

// Stores the split found for a node, if any.
template <class Cell>
void BinGrower<Cell>::store_split(std::size_t at, BinNodeSplit best) {
  nodes_[at].gain = best.gain * unit_.score() / 2;
  if (!(nodes_[at].gain > 0) || (!best.forced && nodes_[at].gain < min_gain_)) return;
  nodes_[at].split = std::move(best.split);
  nodes_[at].is_forced = best.forced;
  // Forced splits come before all others.
  const double priority = best.forced ? std::numeric_limits<double>::infinity() : nodes_[at].gain;
  frontier_.push(std::size_t{at}, priority, at);
}

template <class Cell>
void BinGrower<Cell>::grow_by_nodes() {
  for (std::size_t n_leaves = 1; n_leaves < options_->max_leaf_nodes && !frontier_.empty();) {
    interrupt_.poll();
    const std::size_t at = frontier_.pop();
    if (!partition_node(at)) continue;
    if (++n_leaves < options_->max_leaf_nodes) open_children(at);
  }
}

template <class Cell>
bool BinGrower<Cell>::too_small(const BinTreeNode& node, std::size_t middle) const {
  const std::size_t smaller = std::min(middle - node.begin, node.end - middle);
  return smaller < std::max<std::size_t>(1, options_->min_samples_leaf);
}

// Partitions the rows of a node by its split. If a side has too few rows, the split is searched
// again with row counts, and the result is false.
template <class Cell>
bool BinGrower<Cell>::partition_node(std::size_t at) {
  const BinTreeNode& node = nodes_[at];
  const std::size_t middle =
      partition_.partition(node.split, node.sums, node.begin, node.end, interrupt_);
  if (too_small(node, middle)) {
    partition_.restore(node.begin, middle, node.end);
    store_split(at, histograms_.recount(at, task_for(node, true)));
    return false;
  }
  add_children(at, middle);
  return true;
}

template <class Cell>
void BinGrower<Cell>::add_children(std::size_t at, std::size_t middle) {
  const std::size_t first = nodes_.size();
  nodes_[at].left = static_cast<std::int32_t>(first);
  nodes_.resize(first + 2);
  const BinTreeNode& parent = nodes_[at];
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    BinTreeNode& child = nodes_[first + side];
    child.begin = side == 0 ? parent.begin : middle;
    child.end = side == 0 ? middle : parent.end;
    child.depth = parent.depth + 1;
    child.key = child_key(parent.key, side);
    child.sums = parent.sums;
    child.sums.n_rows = child.size();
    const Sums left = get_sums<Sums>(parent.split.left, parent.split.left_rest);
    put_sums(side == 0 ? left : get_sums<Sums>(parent.sums.total, parent.sums.rest) - left,
             child.sums.total, child.sums.rest);
    if (parent.is_forced) {
      const ForcedSplit& forced = options_->forced_splits[static_cast<std::size_t>(parent.forced)];
      child.forced = side == 0 ? forced.left : forced.right;
    }
    if (!options_->interactions.empty())
      child.path = extended_path(parent.path, parent.split.feature);
  }
  if (!options_->monotonic.empty()) bound_values(at);
}

template <class Cell>
void BinGrower<Cell>::bound_values(std::size_t parent) {
  const BinTreeNode& node = nodes_[parent];
  BinNode &left = nodes_[static_cast<std::size_t>(node.left)].sums,
          &right = nodes_[static_cast<std::size_t>(node.left) + 1].sums;
  const auto value = [&](const BinNode& n) {
    return newton_value(n.total.g(), n.total.h(), search_options_.penalty);
  };
  bound_children(options_->monotonic[node.split.feature], value(left), value(right), left, right);
}

template <class Cell>
void BinGrower<Cell>::open_children(std::size_t at) {
  const auto left = static_cast<std::size_t>(nodes_[at].left);
  auto found = histograms_.divide(at, left, task_for(nodes_[left], may_split(nodes_[left])),
                                  task_for(nodes_[left + 1], may_split(nodes_[left + 1])));
  store_split(left, std::move(found.left));
  store_split(left + 1, std::move(found.right));
}

template <class Cell>
std::vector<std::size_t> BinGrower<Cell>::open_level() const {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (histograms_.has(i) && nodes_[i].left < 0) open.push_back(i);
  return open;
}

// One split per level, the best for all its nodes together. Nodes that it does not divide stay
// leaves.
template <class Cell>
void BinGrower<Cell>::grow_by_levels() {
  for (auto level = open_level(); !level.empty(); level = open_level()) {
    interrupt_.poll();
    if ((nodes_.size() + 1) / 2 + level.size() > options_->max_leaf_nodes) break;
    std::vector<const Cell*> histograms;
    std::vector<BinNode> sums;
    for (const std::size_t i : level) {
      histograms.push_back(histograms_.of(i));
      sums.push_back(task_for(nodes_[i], false).node);
    }
    const BinCandidate found = histograms_.search().search_level(
        histograms, sums, task_for(nodes_[level[0]], true).features);
    if (!(found.gain > 0)) break;
    auto& search = histograms_.search().bin_search();
    std::vector<const Cell*>& slots = histograms;
    for (const Cell*& of_node : slots) of_node += matrix_.columns[found.feature].first_slot;
    for (std::size_t k = 0; k < level.size(); ++k) {
      BinTreeNode& node = nodes_[level[k]];
      if (!search.divides(slots, slots[k], found, sums[k])) continue;
      node.split = search.finish(slots, slots[k], found, sums[k]);
      node.gain = search.gain_of(node.split, node.sums) * unit_.score() / 2;
    }
    split_level(level);
  }
}

template <class Cell>
void BinGrower<Cell>::split_level(const std::vector<std::size_t>& level) {
  for (const std::size_t at : level) {
    const BinTreeNode& node = nodes_[at];
    const bool divided = !node.split.left.empty() && !(node.gain < min_gain_);
    const std::size_t middle =
        divided ? partition_.partition(node.split, node.sums, node.begin, node.end, interrupt_)
                : node.begin;
    if (!divided || too_small(node, middle)) {
      if (divided) partition_.restore(node.begin, middle, node.end);
      histograms_.drop(at);
      continue;
    }
    add_children(at, middle);
    const auto left = static_cast<std::size_t>(nodes_[at].left);
    histograms_.start_children(at, left, task_for(nodes_[left], false),
                               task_for(nodes_[left + 1], false));
    for (const std::size_t child : {left, left + 1})
      if (!may_split(nodes_[child])) histograms_.drop(child);
  }
}

template class BinGrower<Packed>;
template class BinGrower<Precise>;
template class BinGrower<PackedVector>;
template class BinGrower<PreciseVector>;

}  // namespace spinney
