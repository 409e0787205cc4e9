// Rules shared by the exact and the histogram grower: stopping, random keys of children, monotone
// bounds and pruning by gains.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "base/random.h"

namespace spinney {

// The key for random numbers of a node's child; it depends on the path from the root only.
inline std::uint64_t child_key(std::uint64_t parent, std::uint64_t child) {
  return derive_key(parent, (std::uint64_t{1} << 40) + child);
}

// `n_rows` may include fractions of rows.
inline bool may_split(const SizeLimits& limits, int depth, double n_rows, double weight,
                      double min_weight_leaf) {
  constexpr double kRounding = 1e-6;  // of sums of fractions
  return depth < limits.max_depth &&
         n_rows >= static_cast<double>(limits.min_split_size()) - kRounding &&
         weight >= 2 * min_weight_leaf;
}

// Keeps all values below the children of a monotone split on both sides of the mean of the
// children's values. The nodes have the bounds `lower` and `upper` of their parent. `direction`
// is that of the split's feature, 0 for none.
template <class Node>
void bound_children(int direction, double left_value, double right_value, Node& left, Node& right) {
  if (direction == 0) return;
  // The mean can be out of bounds if rows without the value were not part of the search.
  const double middle = std::clamp((left_value + right_value) / 2, left.lower, left.upper);
  (direction > 0 ? left : right).upper = middle;
  (direction > 0 ? right : left).lower = middle;
}

// The features of a path, with that of one more split.
inline std::vector<std::uint32_t> extended_path(std::vector<std::uint32_t> path,
                                                std::uint32_t feature) {
  path.push_back(feature);
  return path;
}

// Collapses splits between leaves that gain less than gamma, from the leaves up. left_child(i) is
// negative for leaves and collapsed nodes; children have larger indices than their parent.
template <class LeftChild, class Gain, class Collapse>
void prune_by_gamma(std::size_t n_nodes, double gamma, LeftChild&& left_child, Gain&& gain,
                    Collapse&& collapse) {
  for (std::size_t i = n_nodes; i-- > 0;) {
    const std::int64_t left = left_child(i);
    if (left < 0 || !(gain(i) < gamma)) continue;
    const auto child = static_cast<std::size_t>(left);
    if (left_child(child) < 0 && left_child(child + 1) < 0) collapse(i);
  }
}

// Minimal cost-complexity pruning (ESL 9.2.2): collapses every node whose subtree gains no more
// than its additional leaves cost. The arguments are those of prune_by_gamma.
template <class LeftChild, class Gain, class Collapse>
void prune_by_leaf_cost(std::size_t n_nodes, double cost, LeftChild&& left_child, Gain&& gain,
                        Collapse&& collapse) {
  std::vector<double> net_gain(n_nodes);  // of the pruned subtree
  for (std::size_t i = n_nodes; i-- > 0;) {
    const std::int64_t left = left_child(i);
    if (left < 0) continue;
    const auto child = static_cast<std::size_t>(left);
    net_gain[i] = std::max(0.0, gain(i) - cost + net_gain[child] + net_gain[child + 1]);
  }
  std::vector<bool> removed(n_nodes);
  for (std::size_t i = 0; i < n_nodes; ++i) {
    const std::int64_t left = left_child(i);
    if (left < 0 || (!removed[i] && net_gain[i] > 0)) continue;
    const auto child = static_cast<std::size_t>(left);
    removed[child] = removed[child + 1] = true;
    collapse(i);
  }
}

// Prunes by gamma and by the cost of a leaf, if they are above 0.
template <class LeftChild, class Gain, class Collapse>
void prune_by_gain(std::size_t n_nodes, double gamma, double leaf_cost, LeftChild&& left_child,
                   Gain&& gain, Collapse&& collapse) {
  if (gamma > 0) prune_by_gamma(n_nodes, gamma, left_child, gain, collapse);
  if (leaf_cost > 0) prune_by_leaf_cost(n_nodes, leaf_cost, left_child, gain, collapse);
}

}  // namespace spinney
