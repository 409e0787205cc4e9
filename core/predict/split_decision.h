// Evaluation of a split for one row: the child, or the routing of an absent value.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/term.h"
#include "data/table.h"
#include "model/tree.h"

namespace spinney {

// The index of a child, or the reason why there is none.
struct SplitResult {
  enum AbsentKind : std::uint8_t { none, missing, unknown, unseen } absent_kind = none;
  std::uint32_t child = 0;

  static SplitResult of(std::uint32_t child) { return {none, child}; }
  static SplitResult left_if(bool left) { return {none, left ? 0u : 1u}; }
};

inline SplitResult test_number(double x, double threshold) {
  if (std::isnan(x)) return {SplitResult::missing};
  return SplitResult::left_if(x <= threshold);
}

// Reads the index of a level, or returns why there is none.
inline SplitResult::AbsentKind read_level(double x, std::uint32_t n_levels, std::uint32_t& level) {
  if (!(x >= 0)) return SplitResult::missing;
  if (x >= n_levels) return SplitResult::unknown;
  level = static_cast<std::uint32_t>(x);
  return SplitResult::none;
}

// `unseen`: a category of the training data that did not occur in this node.
inline SplitResult test_category(const Tree& tree, std::uint32_t first, std::uint32_t length,
                                 double x, std::uint32_t n_levels) {
  std::uint32_t level = 0;
  if (const auto absent_kind = read_level(x, n_levels, level); absent_kind != SplitResult::none)
    return {absent_kind};
  if (!tree.in_set(first + length, length, level)) return {SplitResult::unseen};
  return SplitResult::left_if(tree.in_set(first, length, level));
}

inline SplitResult test_intervals(const Tree& tree, std::size_t node, double x) {
  if (std::isnan(x)) return {SplitResult::missing};
  const auto cuts = tree.cuts.begin() + tree.set_first[node];
  return SplitResult::of(
      static_cast<std::uint32_t>(std::lower_bound(cuts, cuts + tree.set_length[node], x) - cuts));
}

inline SplitResult test_levels(const Tree& tree, std::size_t node, double x,
                               std::uint32_t n_levels) {
  std::uint32_t level = 0;
  if (const auto absent_kind = read_level(x, n_levels, level); absent_kind != SplitResult::none)
    return {absent_kind};
  const std::int32_t child =
      level < tree.set_length[node] ? tree.level_child[tree.set_first[node] + level] : -1;
  if (child < 0) return {SplitResult::unseen};
  return SplitResult::of(static_cast<std::uint32_t>(child));
}

// Uses the same arithmetic as measure() in training.
template <class Cell>
SplitResult test_terms(const Tree& tree, std::size_t node, Cell&& cell) {
  double sum = 0;
  bool any = false;
  for (std::uint32_t k = tree.set_first[node]; k < tree.set_first[node] + tree.set_length[node];
       ++k) {
    const double x = cell(static_cast<std::size_t>(tree.term_feature[k]));
    if (std::isnan(x)) continue;
    any = true;
    sum += term_value(tree.kind[node] == NodeKind::sphere, tree.term_factor[k], tree.term_center[k],
                      x);
  }
  if (!any) return {SplitResult::missing};
  return SplitResult::left_if(sum <= tree.threshold[node]);
}

// The value of a leaf of a tree with one value per node. The terms of a linear leaf are added in
// order, as in training.
template <class Cell>
double leaf_value(const Tree& tree, std::size_t leaf, Cell&& cell) {
  double value = tree.value[leaf];
  for (std::uint32_t k = tree.set_first[leaf]; k < tree.set_first[leaf] + tree.set_length[leaf];
       ++k)
    value += leaf_term(tree.term_factor[k], tree.term_center[k], tree.term_share[k],
                       cell(static_cast<std::size_t>(tree.term_feature[k])));
  return value;
}

// Routing of a row at a node: to one child, to all children by weight, or stop.
struct Decision {
  enum Action : std::uint8_t { one, all, stop } action;
  std::uint32_t child = 0;
  bool absent = false;                  // the value that the split needs is absent
  std::int32_t surrogate_feature = -1;  // -1 unless a surrogate decides

  bool by_surrogate() const { return surrogate_feature >= 0; }
};

// cell(feature) is the row's value as float64.
template <class Cell>
SplitResult test_surrogate(const Tree& tree, std::size_t k, const Table& table, Cell&& cell) {
  const Alternatives& a = tree.surrogates;
  const auto feature = static_cast<std::size_t>(a.feature[k]);
  const double x = cell(feature);
  if (a.kind[k] == NodeKind::category)
    return test_category(tree, a.set_first[k], a.set_length[k], x, table.columns[feature].levels);
  SplitResult result = test_number(x, a.threshold[k]);
  if (result.absent_kind == SplitResult::none && a.above_left[k]) result.child = 1 - result.child;
  return result;
}

template <class Cell>
Decision decide_absent(const Tree& tree, std::size_t node, SplitResult::AbsentKind absent_kind,
                       const Table& table, Cell&& cell) {
  if (tree.kind[node] == NodeKind::levels && absent_kind == SplitResult::unseen)
    return {Decision::stop, 0, true};
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  const MissingRoute route = tree.is_multivariate(node)            ? MissingRoute::learned
                             : absent_kind == SplitResult::unknown ? tree.route_of_unknown(feature)
                                                                   : tree.route_of_missing(feature);
  const auto to = [](std::uint32_t child) { return Decision{Decision::one, child, true}; };
  switch (route) {
    case MissingRoute::fractional: return {Decision::all, 0, true};
    case MissingRoute::stop: return {Decision::stop, 0, true};
    case MissingRoute::majority: return to(tree.heaviest_child(node));
    case MissingRoute::learned:
      if (absent_kind != SplitResult::unseen) return to(tree.missing_child[node]);
      return to(tree.heaviest_child(node));
    case MissingRoute::surrogate: break;
  }
  for (auto k = tree.surrogates.begin(node); k < tree.surrogates.end(node); ++k)
    if (const SplitResult other = test_surrogate(tree, k, table, cell);
        other.absent_kind == SplitResult::none)
      return {Decision::one, other.child, true, tree.surrogates.feature[k]};
  return to(tree.missing_child[node]);
}

template <class Cell>
SplitResult evaluate_split(const Tree& tree, std::size_t node, const Table& table, Cell&& cell) {
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  switch (tree.kind[node]) {
    case NodeKind::number: return test_number(cell(feature), tree.threshold[node]);
    case NodeKind::category:
      return test_category(tree, tree.set_first[node], tree.set_length[node], cell(feature),
                           table.columns[feature].levels);
    case NodeKind::intervals: return test_intervals(tree, node, cell(feature));
    case NodeKind::levels:
      return test_levels(tree, node, cell(feature), table.columns[feature].levels);
    case NodeKind::linear:
    case NodeKind::sphere: return test_terms(tree, node, cell);
    case NodeKind::leaf: break;
  }
  __builtin_unreachable();  // leaves are not evaluated
}

template <class Cell>
Decision decide(const Tree& tree, std::size_t node, const Table& table, Cell&& cell) {
  const SplitResult result = evaluate_split(tree, node, table, cell);
  if (result.absent_kind == SplitResult::none) return {Decision::one, result.child};
  return decide_absent(tree, node, result.absent_kind, table, cell);
}

}  // namespace spinney
