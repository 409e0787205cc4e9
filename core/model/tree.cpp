// Statistics and checks of a tree.
#include "model/tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "base/error.h"
#include "model/tree_arrays.h"

namespace spinney {

Tree shape_of(const Tree& tree) {
  Tree shape;
  shape.n_features = tree.n_features;
  shape.n_outputs = tree.n_outputs;
  shape.n_classes = tree.n_classes;
  shape.missing_route = tree.missing_route;
  shape.unknown_route = tree.unknown_route;
  return shape;
}

Tree without_statistics(Tree tree) {
  tree.impurity = tree.gain = {};
  tree.count = {};
  tree.competitors = {};
  return tree;
}

void require_statistics(const Tree& tree) {
  require(tree.has_statistics(),
          "this model was made by compact(), which drops the impurities, gains and counts of "
          "nodes: use the original model");
}

std::size_t count_leaves(const Tree& tree) {
  return static_cast<std::size_t>(std::count(tree.kind.begin(), tree.kind.end(), NodeKind::leaf));
}

bool has_linear_leaves(const Tree& tree) {
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (tree.is_linear_leaf(i)) return true;
  return false;
}

void reject_linear_leaves(const Tree& tree, const char* what) {
  if (has_linear_leaves(tree))
    throw InvalidArgument(std::string(what) +
                          " does not support linear leaves: fit the model with leaf='constant'");
}

int depth_of(const Tree& tree) {
  std::vector<int> depth(tree.size());
  int deepest = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    deepest = std::max(deepest, depth[i]);
    if (tree.kind[i] == NodeKind::leaf) continue;
    std::fill_n(depth.begin() + tree.first_child[i], tree.n_children[i], depth[i] + 1);
  }
  return deepest;
}

std::vector<double> importances(const Tree& tree, bool normalize, bool with_surrogates) {
  require_statistics(tree);
  std::vector<double> sums(tree.n_features);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    const double gain = std::max(0.0, tree.gain[i]);
    tree.each_credit(i,
                     [&](std::uint32_t feature, double share) { sums[feature] += gain * share; });
    if (!with_surrogates) continue;
    for (auto s = tree.surrogates.begin(i); s < tree.surrogates.end(i); ++s)
      sums[tree.surrogates.feature[s]] += gain * tree.surrogates.adjusted[s];
  }
  const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
  if (normalize && total > 0)
    for (double& s : sums) s /= total;
  return sums;
}

namespace {

void check_sizes(const Tree& t) {
  const std::size_t n = t.size();
  require(n > 0, "a tree needs at least one node");
  require(n < std::size_t{1} << 31, "the tree has too many nodes");
  check_outputs(t);
  bool fits = t.value.size() == n * t.value_width();
  const auto is_dropped = [&](const void* array) {
    return !t.has_statistics() && (array == &t.impurity || array == &t.gain || array == &t.count);
  };
  each_node_array(t,
                  [&](const auto& array) { fits &= array.size() == (is_dropped(&array) ? 0 : n); });
  const std::size_t n_terms = t.term_feature.size();
  require(fits && t.term_factor.size() == n_terms && t.term_center.size() == n_terms &&
              t.term_share.size() == n_terms,
          "the tree's arrays differ in length");
  for (const auto* routes : {&t.missing_route, &t.unknown_route}) {
    require(routes->empty() || routes->size() == t.n_features,
            "the tree needs a route per feature");
    for (const MissingRoute r : *routes)
      require(r <= MissingRoute::majority, "the tree has an unknown route");
  }
}

void check_set(const Tree& t, std::uint32_t first, std::uint32_t length) {
  require(std::uint64_t{first} + 2 * std::uint64_t{length} <= t.set_words.size(),
          "a category set of the tree is out of range");
}

void check_feature(const Tree& t, std::int32_t feature) {
  require(feature >= 0 && static_cast<std::uint32_t>(feature) < t.n_features,
          "a split of the tree has an unknown feature");
}

bool fits_pool(const Tree& t, std::size_t node, std::size_t size) {
  return std::uint64_t{t.set_first[node]} + t.set_length[node] <= size;
}

// Checks the node's kind, feature and range of the pool.
void check_split(const Tree& t, std::size_t node) {
  const std::uint32_t first = t.set_first[node], length = t.set_length[node],
                      n_children = t.n_children[node];
  const NodeKind kind = t.kind[node];
  require(kind <= NodeKind::sphere, "a node of the tree has an unknown kind");
  check_feature(t, t.feature[node]);
  if (kind == NodeKind::category) check_set(t, first, length);
  require(n_children >= 2, "a split of the tree has fewer than two children");
  if (kind == NodeKind::intervals) {
    require(fits_pool(t, node, t.cuts.size()) && n_children == std::uint64_t{length} + 1,
            "the cuts of the tree do not fit its children");
  } else if (kind == NodeKind::levels) {
    require(fits_pool(t, node, t.level_child.size()), "the levels of the tree are out of range");
    for (std::uint32_t k = first; k < first + length; ++k)
      require(t.level_child[k] >= -1 && t.level_child[k] < static_cast<std::int64_t>(n_children),
              "a level of the tree has no child");
  } else {
    require(n_children == 2, "a binary split has more than two children");
  }
  if (!t.is_multivariate(node)) return;
  require(length > 0 && fits_pool(t, node, t.term_feature.size()),
          "the terms of the tree are out of range");
  for (std::uint32_t k = first; k < first + length; ++k) check_feature(t, t.term_feature[k]);
}

void check_linear_leaf(const Tree& t, std::size_t node) {
  require(t.value_width() == 1, "a linear leaf of the tree has more than one value");
  require(fits_pool(t, node, t.term_feature.size()), "the terms of the tree are out of range");
  for (std::uint32_t k = t.set_first[node]; k < t.set_first[node] + t.set_length[node]; ++k) {
    check_feature(t, t.term_feature[k]);
    require(std::isfinite(t.term_factor[k]) && std::isfinite(t.term_center[k]) &&
                std::isfinite(t.term_share[k]) && t.term_share[k] >= 0,
            "a term of a leaf of the tree is not finite");
  }
}

void check_alternatives(const Tree& t, const Alternatives& a) {
  const std::size_t n = a.size();
  require(
      a.first.size() == a.count.size() && (a.first.empty() ? n == 0 : a.first.size() == t.size()),
      "the tree's alternatives do not fit its nodes");
  bool fits = true;
  each_entry_array([&](const auto& array) { fits &= array.size() == n; }, a);
  require(fits, "the arrays of the tree's alternatives differ in length");
  for (std::size_t i = 0; i < a.first.size(); ++i)
    require(std::uint64_t{a.first[i]} + a.count[i] <= n &&
                (a.count[i] == 0 || t.kind[i] != NodeKind::leaf),
            "an alternative of the tree is out of range");
  for (std::size_t k = 0; k < n; ++k) {
    require(a.kind[k] == NodeKind::number || a.kind[k] == NodeKind::category,
            "an alternative has an unknown kind");
    check_feature(t, a.feature[k]);
    check_set(t, a.set_first[k], a.set_length[k]);  // empty for numbers
  }
}

}  // namespace

void check_outputs(const Tree& shape) {
  const auto& classes = shape.n_classes;
  require(shape.n_outputs > 0 && (classes.empty() || classes.size() == shape.n_outputs) &&
              std::find(classes.begin(), classes.end(), 0u) == classes.end(),
          "the outputs and classes of a tree do not fit");
  // So that the number of values of all nodes does not overflow.
  require(shape.value_width() < std::size_t{1} << 32, "a tree has too many outputs and classes");
}

void check_tree(const Tree& t) {
  check_sizes(t);
  check_alternatives(t, t.surrogates);
  check_alternatives(t, t.competitors);
  std::vector<bool> has_parent(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    require(i == 0 || has_parent[i], "a node of the tree has no parent");
    if (t.kind[i] == NodeKind::leaf) {
      require(t.n_children[i] == 0, "a leaf of the tree has children");
      if (t.is_linear_leaf(i)) check_linear_leaf(t, i);
      continue;
    }
    check_split(t, i);
    const std::int64_t child = t.first_child[i], end = child + t.n_children[i];
    require(child > static_cast<std::int64_t>(i) && end <= static_cast<std::int64_t>(t.size()),
            "a child of the tree is out of range");
    require(t.missing_child[i] < t.n_children[i], "a missing value of the tree goes to no child");
    for (std::int64_t c = child; c < end; ++c) {
      require(!has_parent[c], "a node of the tree has two parents");
      has_parent[c] = true;
    }
  }
}

}  // namespace spinney
