// The one tree form: arrays with an entry per node. Children are neighbors (right = left + 1) and
// have larger numbers than their parent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/node_kind.h"

namespace spinney {

// Where a row goes whose value a question cannot use: the side that was better in training, where a
// surrogate sends it, down both sides by their weights, nowhere (the node itself answers), or with
// most of the weight.
enum class MissingRoute : std::uint8_t {
  learned = 0,
  surrogate = 1,
  fractional = 2,
  stop = 3,
  majority = 4
};

// Questions beside the one that a node asks, best first: surrogates or competitors. Those of a node
// are [first, first + count). Categories are sets as in Tree.
struct Alternatives {
  std::vector<std::uint32_t> first, count;  // per node; empty if no node has any
  std::vector<NodeKind> kind;
  std::vector<std::int32_t> feature;
  std::vector<double> threshold;  // number: NaN for categories
  std::vector<std::uint8_t>
      above_left;                // number: values above the threshold go left, not those up to it
  std::vector<double> score;     // surrogate: share of weight sent alike; competitor: gain
  std::vector<double> adjusted;  // surrogate: the same beyond the majority rule, 1 at best
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
  std::vector<std::int32_t> feature;      // of several the one with the largest share; -2 in leaves
  std::vector<double> threshold;          // -2 in leaves, NaN for kinds that have none
  std::vector<std::int32_t> first_child;  // -1 in leaves
  std::vector<std::uint32_t> n_children;  // 0 in leaves
  std::vector<std::uint32_t>
      missing_child;  // of the node's children. Learned: where a missing value goes; otherwise
                      // most of the weight that has the value
  std::vector<double> impurity, gain, weight;
  std::vector<std::int64_t> count;
  std::vector<double> value;  // nodes x value_width()

  // A node's part of the pool of its kind. category: two sets of levels, `length` words each: those
  // that go left, and those that training saw in the node. intervals: ascending cuts, x <= cut
  // belongs below it. levels: the child of each level, -1 where training saw none. linear and
  // sphere: terms.
  std::vector<std::uint32_t> set_first, set_length;
  std::vector<std::uint64_t> set_words;
  std::vector<double> cuts;
  std::vector<std::int32_t> level_child;
  std::vector<std::int32_t> term_feature;
  std::vector<double> term_factor, term_center, term_share;

  Alternatives surrogates, competitors;
  std::vector<MissingRoute> missing_route, unknown_route;  // per feature; empty: all learned

  std::size_t size() const { return kind.size(); }
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
  bool is_multivariate(std::size_t node) const {
    return kind[node] == NodeKind::linear || kind[node] == NodeKind::sphere;
  }
  // use(feature, share) for the features that a split is credited to.
  template <class Use>
  void each_credit(std::size_t node, Use&& use) const {
    if (!is_multivariate(node)) return use(static_cast<std::uint32_t>(feature[node]), 1.0);
    for (std::uint32_t k = set_first[node]; k < set_first[node] + set_length[node]; ++k)
      use(static_cast<std::uint32_t>(term_feature[k]), term_share[k]);
  }
  // The child with most of the weight, the last of equals.
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

// The tree without its nodes: features, outputs, classes and routes.
Tree shape_of(const Tree& tree);
std::size_t count_leaves(const Tree& tree);
int depth_of(const Tree& tree);
// Sums of the splits' gains by feature; a surrogate may earn its feature the split's gain times its
// adjusted agreement.
std::vector<double> importances(const Tree& tree, bool normalize, bool with_surrogates);

// Throws InvalidArgument unless every array fits the others and every index is in range.
void check_tree(const Tree& tree);

}  // namespace spinney
