#include "model/tree.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace spinney {

std::size_t count_leaves(const Tree& tree) {
  return static_cast<std::size_t>(std::count(tree.kind.begin(), tree.kind.end(), NodeKind::leaf));
}

int depth_of(const Tree& tree) {
  std::vector<int> depth(tree.size());
  int deepest = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    deepest = std::max(deepest, depth[i]);
    if (tree.kind[i] == NodeKind::leaf) continue;
    depth[tree.first_child[i]] = depth[tree.first_child[i] + 1] = depth[i] + 1;
  }
  return deepest;
}

std::vector<double> importances(const Tree& tree, bool normalize) {
  std::vector<double> sums(tree.n_features);
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (tree.kind[i] != NodeKind::leaf) sums[tree.feature[i]] += std::max(0.0, tree.gain[i]);
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
  require(t.n_outputs > 0 && (t.n_classes.empty() || t.n_classes.size() == t.n_outputs),
          "the tree's outputs and classes do not fit");
  const bool fits = t.feature.size() == n && t.threshold.size() == n && t.first_child.size() == n &&
                    t.missing_left.size() == n && t.impurity.size() == n && t.gain.size() == n &&
                    t.weight.size() == n && t.count.size() == n && t.set_first.size() == n &&
                    t.set_length.size() == n && t.value.size() == n * t.value_width();
  require(fits, "the tree's arrays differ in length");
}

}  // namespace

void check_tree(const Tree& t) {
  check_sizes(t);
  std::vector<bool> has_parent(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    require(i == 0 || has_parent[i], "a node of the tree has no parent");
    if (t.kind[i] == NodeKind::leaf) continue;
    require(t.kind[i] == NodeKind::number || t.kind[i] == NodeKind::category, "a node of the tree has an unknown kind");
    require(t.feature[i] >= 0 && static_cast<std::uint32_t>(t.feature[i]) < t.n_features,
            "a node of the tree asks for a feature that is not there");
    const std::int64_t child = t.first_child[i];
    require(child > static_cast<std::int64_t>(i) && child + 1 < static_cast<std::int64_t>(t.size()),
            "a child of the tree is out of range");
    require(!has_parent[child] && !has_parent[child + 1], "a node of the tree has two parents");
    has_parent[child] = has_parent[child + 1] = true;
    const std::uint64_t last = std::uint64_t{t.set_first[i]} + t.set_length[i];
    require(t.kind[i] != NodeKind::category || last <= t.set_words.size(),
            "a category set of the tree is out of range");
  }
}

}  // namespace spinney
