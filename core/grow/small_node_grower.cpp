// The growth loop of small nodes.
#include "grow/small_node_grower.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "grow/split_record.h"

namespace spinney {
SmallNodeGrower::SmallNodeGrower(const TreeOptions& options, TreeBuilder& builder,
                                 double total_weight)
    : options_(options),
      builder_(builder),
      total_weight_(total_weight),
      allowed_(options.plain() && options.routes_are_learned() && !options.limits_leaves()) {}

void SmallNodeGrower::grow(SmallNodeFinder& finder, const OpenNode& root) {
  root_ = &root;
  gain_unit_ = gain_unit(options_.criterion, root.subset->data.targets) / total_weight_;
  std::size_t n_open = 1, n_free = 0;
  for (Node& node : nodes_) free_[n_free++] = &node;
  Node& top = *(open_[0] = free_[--n_free]);
  const NodeRows rows{
      root.subset->partition.rows(), root.begin, root.end, root.key, root.lower, root.upper};
  finder.start(rows, top.rows);
  top.id = root.id;
  top.depth = root.depth;
  top.key = root.key;
  while (n_open > 0) {
    Node& node = *open_[--n_open];
    Node* const children[] = {free_[n_free - 1], free_[n_free - 2]};
    if (split(finder, node, *children[0], *children[1])) {
      n_free -= 2;
      for (Node* child : children) (may_split(*child) ? open_[n_open++] : free_[n_free++]) = child;
    } else {
      complete_leaf(node);
    }
    free_[n_free++] = &node;
  }
}

bool SmallNodeGrower::split(SmallNodeFinder& finder, Node& node, Node& left, Node& right) {
  Split* split = finder.find(node.rows, node.key, left.rows, right.rows);
  if (!split) return false;
  const double gain = gain_of(*split, node, left.rows, right.rows);
  if (gain + std::numeric_limits<double>::epsilon() < options_.min_impurity_decrease) return false;
  for (Node* child : {&left, &right}) {
    child->depth = node.depth + 1;
    if (may_split(*child))
      child->key = child_key(node.key, child == &right);
    else if (!child->rows.pure)
      complete(child->rows);
  }
  if (!split->saw_missing) split->missing_left = left.rows.weight > right.rows.weight;
  const NodeRecord first = record(left.rows), second = record(right.rows);
  left.id =
      split->kind == NodeKind::number
          ? builder_.split(node.id, {split->feature, split->threshold, split->missing_left, gain},
                           first, second)
          : builder_.split(node.id, split_record(*split, gain, 1), first, second);
  right.id = left.id + 1;
  return true;
}

double SmallNodeGrower::gain_of(const Split& split, Node& node, SmallNode& left, SmallNode& right) {
  const Targets& targets = root_->subset->data.targets;
  if (!targets.classification()) {
    if (score_determines_gain(targets, split.score, node.rows.weight))
      return split.score / node.rows.weight * gain_unit_;
    complete_leaf(node);
    complete(left);
    complete(right);
  }
  const SmallNode* const children[] = {&left, &right};
  return impurity_decrease(
      node.rows, 2, [&](std::size_t c) -> const SmallNode& { return *children[c]; }, total_weight_);
}

NodeRecord SmallNodeGrower::record(const SmallNode& node) const {
  const Targets& targets = root_->subset->data.targets;
  return {node.n_rows, node.weight * targets.weight_scale, node.impurity,
          std::span(node.value).first(targets.value_width())};
}

void SmallNodeGrower::complete_leaf(Node& node) {
  if (!std::isnan(node.rows.impurity)) return;
  complete(node.rows);
  builder_.update_leaf(node.id, record(node.rows));
}

void SmallNodeGrower::complete(SmallNode& node) const {
  if (!std::isnan(node.impurity)) return;
  const RowSubset& subset = *root_->subset;
  Row rows[SmallNodeFinder::kMaxRows];
  std::size_t n = 0;
  for (RowBits rest = node.rows; rest != 0; rest &= rest - 1)
    rows[n++] =
        subset.partition.rows()[root_->begin + static_cast<std::size_t>(std::countr_zero(rest))];
  const NodeSummary summary = summarize(options_.criterion, subset.data.targets, rows, n);
  node.impurity = summary.impurity;
  std::copy(summary.value.begin(), summary.value.end(), node.value.begin());
}

}  // namespace spinney
