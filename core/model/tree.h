// A tree: arrays with one entry per node, listed in model/tree_arrays.h. Children are consecutive
// and have larger indices than their parent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/node_kind.h"

namespace spinney {

// Routing of a row whose value is missing or an unknown category: to the child that was better in
// training, by surrogate splits, to all children by their weights, stop at the node, or to the
// heaviest child.
enum class MissingRoute : std::uint8_t {
  learned = 0,
  surrogate = 1,
  fractional = 2,
  stop = 3,
  majority = 4
};

// Surrogates or competitors of the nodes' splits, best first. Those of a node are [first, first +
// count). Sets of categories are stored as in Tree.
struct Alternatives {
  std::vector<std::uint32_t> first, count;  // per node; empty if no node has any
  std::vector<NodeKind> kind;
  std::vector<std::int32_t> feature;
  std::vector<double> threshold;         // NaN for categories
  std::vector<std::uint8_t> above_left;  // numbers: values above the threshold go left
  std::vector<double> score;             // surrogate: agreement with the split; competitor: gain
  std::vector<double> adjusted;          // surrogate: agreement beyond the majority rule, at most 1
  std::vector<std::uint32_t> set_first, set_length;

  std::size_t size() const { return kind.size(); }
  std::uint32_t begin(std::size_t node) const { return node < first.size() ? first[node] : 0; }
  std::uint32_t end(std::size_t node) const {
    return node < first.size() ? first[node] + count[node] : 0;
  }
};

struct Tree {
  std::uint32_t n_features = 0;
  std::uint32_t n_outputs = 1;
  std::vector<std::uint32_t> n_classes;  // per output; empty for regression

  std::vector<NodeKind> kind;
  std::vector<std::int32_t> feature;  // multivariate: the one with the largest share; -2 in leaves
  std::vector<double> threshold;      // -2 in leaves, NaN for kinds without a threshold
  std::vector<std::int32_t> first_child;  // -1 in leaves
  std::vector<std::uint32_t> n_children;  // 0 in leaves
  // Index among the children. learned: the route of missing values; otherwise the child with the
  // largest weight of rows that have the value.
  std::vector<std::uint32_t> missing_child;
  // Impurity, gain and count are empty if the tree has no statistics.
  std::vector<double> impurity, gain, weight;
  std::vector<std::int64_t> count;
  std::vector<double> value;  // nodes x value_width()

  // A node's range of the pool of its kind. category: two sets of categories, `length` words each:
  // those that go left, and those seen in the node. intervals: ascending cuts; x <= cut is below
  // it. levels: the child of each category, -1 if not seen. linear and sphere: terms. leaf: the
  // terms that a linear leaf adds to its value (see leaf_value()); their shares are reaches.
  std::vector<std::uint32_t> set_first, set_length;
  std::vector<std::uint64_t> set_words;
  std::vector<double> cuts;
  std::vector<std::int32_t> level_child;
  std::vector<std::int32_t> term_feature;
  std::vector<double> term_factor, term_center, term_share;

  Alternatives surrogates, competitors;
  std::vector<MissingRoute> missing_route, unknown_route;  // per feature; empty: all learned

  std::size_t size() const { return kind.size(); }
  bool has_statistics() const { return count.size() == size(); }
  std::size_t value_width() const {
    if (n_classes.empty()) return n_outputs;
    std::size_t width = 0;
    for (const auto k : n_classes) width += k;
    return width;
  }
  bool in_set(std::uint32_t first, std::uint32_t length, std::uint32_t level) const {
    const std::uint32_t word = level / 64;
    return word < length && (set_words[first + word] >> (level % 64) & 1);
  }
  bool is_multivariate(std::size_t node) const { return has_terms(kind[node]); }
  bool is_linear_leaf(std::size_t node) const {
    return kind[node] == NodeKind::leaf && set_length[node] > 0;
  }
  // Calls use(feature, share) for the features that a split's gain is credited to.
  template <class Use>
  void each_credit(std::size_t node, Use&& use) const {
    if (!is_multivariate(node)) return use(static_cast<std::uint32_t>(feature[node]), 1.0);
    for (std::uint32_t k = set_first[node]; k < set_first[node] + set_length[node]; ++k)
      use(static_cast<std::uint32_t>(term_feature[k]), term_share[k]);
  }
  // The child with the largest weight, the last of equals.
  std::uint32_t heaviest_child(std::size_t node) const {
    std::uint32_t best = 0;
    for (std::uint32_t c = 1; c < n_children[node]; ++c)
      if (weight[first_child[node] + c] >= weight[first_child[node] + best]) best = c;
    return best;
  }
  MissingRoute route_of_missing(std::size_t f) const {
    return missing_route.empty() ? MissingRoute::learned : missing_route[f];
  }
  MissingRoute route_of_unknown(std::size_t f) const {
    return unknown_route.empty() ? MissingRoute::learned : unknown_route[f];
  }
};

// A tree without nodes: features, outputs, classes and routes.
Tree shape_of(const Tree& tree);
// The tree without impurities, gains, counts and competitors, which predicts the same.
Tree without_statistics(Tree tree);
// Throws InvalidArgument if the tree has no statistics.
void require_statistics(const Tree& tree);
std::size_t count_leaves(const Tree& tree);
// Whether a leaf has terms, so that `value` alone does not determine predictions.
bool has_linear_leaves(const Tree& tree);
// Throws InvalidArgument if the tree has linear leaves, which `what` does not support.
void reject_linear_leaves(const Tree& tree, const char* what);
int depth_of(const Tree& tree);
// Sums of gains by feature. With surrogates, each adds the split's gain times its adjusted
// agreement to its feature.
std::vector<double> importances(const Tree& tree, bool normalize, bool with_surrogates);

// Throws InvalidArgument unless the numbers of outputs and classes are valid.
void check_outputs(const Tree& shape);

// Throws InvalidArgument unless every array fits the others and every index is in range.
void check_tree(const Tree& tree);

}  // namespace spinney
