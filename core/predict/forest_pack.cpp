// Conversion of trees to packed trees, with checks that nothing is lost.
#include "predict/forest_pack.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "model/tree_packer.h"
#include "predict/compiled.h"

namespace spinney {
namespace {

// Whether every split fits a PackedSplit.
bool fits_packed(const Tree& t) { return t.n_features <= PackedSplit::kFeature && is_plain(t); }

// Whether nodes are in level order and nothing is lost except statistics.
bool can_pack(const Tree& t) {
  if (t.surrogates.size() + t.competitors.size() > 0 || !fits_packed(t) || has_linear_leaves(t))
    return false;
  std::int32_t child = 1;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.kind[i] == NodeKind::leaf) continue;
    if (t.first_child[i] != child) return false;
    child += 2;
  }
  return true;
}

// Routes of rows with absent values.
std::uint32_t route_flags_at(const Tree& t, std::size_t node) {
  std::uint32_t route_flags = 0;
  const auto set_if = [&](bool condition, PackedSplit::Flag flag) {
    route_flags |= condition ? flag : 0u;
  };
  set_if(!*goes_left(t, node, SplitResult::missing), PackedSplit::kMissingRight);
  if (t.kind[node] == NodeKind::category) {
    set_if(!*goes_left(t, node, SplitResult::unknown), PackedSplit::kUnknownRight);
    set_if(!*goes_left(t, node, SplitResult::unseen), PackedSplit::kUnseenRight);
  }
  return route_flags;
}

// The nodes in level order.
std::vector<std::uint32_t> level_order(const Tree& t) {
  std::vector<std::uint32_t> order{0};
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (t.kind[order[k]] == NodeKind::leaf) continue;
    const auto child = static_cast<std::uint32_t>(t.first_child[order[k]]);
    order.insert(order.end(), {child, child + 1});
  }
  return order;
}

PackedTree pack(const Tree& t) {
  TreePacker packer(t, t.size() / 2 + 1);
  for (const std::uint32_t i : level_order(t)) {
    if (t.kind[i] == NodeKind::leaf)
      packer.add_leaf(node_of(t, i), &t.value[i * t.value_width()]);
    else
      packer.add_split(node_of(t, i), route_flags_at(t, i), t);
  }
  return packer.finish();
}

template <class T>
std::vector<T> of_inner_nodes(const Tree& t, const std::vector<double>& array,
                              std::size_t width = 1) {
  std::vector<T> inner;
  inner.reserve(t.size() / 2 * width);
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.kind[i] != NodeKind::leaf)
      for (std::size_t j = 0; j < width; ++j) inner.push_back(static_cast<T>(array[i * width + j]));
  return inner;
}

// Whether values agree up to a relative tolerance plus a fraction of the largest value.
bool agree(const std::vector<double>& a, const std::vector<double>& b, double relative,
           double absolute) {
  double largest = 0;
  for (const double x : b) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= relative * std::abs(b[i]) + absolute * largest)) return false;
  return true;
}

bool same_heavier_sides(const Tree& a, const Tree& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a.kind[i] != NodeKind::leaf && a.heaviest_child(i) != b.heaviest_child(i)) return false;
  return true;
}

// Stores data of inner nodes that cannot be derived from the leaves. False if weights or counts
// cannot.
bool keep_extra_arrays(const Tree& t, PackedTree& p) {
  Tree derived = t;
  derive_inner(p, derived);
  if (!same_heavier_sides(t, derived) || !agree(derived.weight, t.weight, 1e-12, 0)) return false;
  if (!agree(derived.value, t.value, 0, 1e-12)) {
    p.inner_value = of_inner_nodes<double>(t, t.value, t.value_width());
    derive_inner(p, derived);
  }
  if (!agree(derived.gain, t.gain, 1e-6, 1e-12)) {
    p.gain = of_inner_nodes<float>(t, t.gain);
    derive_inner(p, derived);
  }
  if (!agree(derived.impurity, t.impurity, 1e-6, 1e-9))
    p.inner_impurity = of_inner_nodes<float>(t, t.impurity);
  return derived.count == t.count;
}

}  // namespace

void pack_into(Forest& forest, const Tree& tree) {
  forest.require_shape_of(tree);
  if (!tree.has_statistics() || !can_pack(tree)) return forest.add(tree);
  PackedTree packed = pack(tree);
  if (!keep_extra_arrays(tree, packed)) return forest.add(tree);
  forest.add(std::move(packed));
}

Forest pack_for_prediction(const std::vector<const Tree*>& trees) {
  require(!trees.empty(), "a forest is made of at least one tree");
  Forest forest(*trees.front());
  for (const Tree* tree : trees) {
    forest.require_shape_of(*tree);
    if (fits_packed(*tree))
      forest.add(pack(*tree));
    else
      forest.add(*tree);
  }
  return forest;
}

LeafTerms leaf_terms_of(const Tree& tree) {
  LeafTerms found;
  if (!has_linear_leaves(tree)) return found;
  found.first.push_back(0);
  for (const std::uint32_t i : level_order(tree)) {
    if (tree.kind[i] != NodeKind::leaf) continue;
    for (std::uint32_t k = tree.set_first[i]; k < tree.set_first[i] + tree.set_length[i]; ++k)
      found.terms.push_back({static_cast<std::uint32_t>(tree.term_feature[k]), tree.term_factor[k],
                             tree.term_center[k], tree.term_share[k]});
    found.first.push_back(static_cast<std::uint32_t>(found.terms.size()));
  }
  return found;
}

Forest pack_forest(const std::vector<const Tree*>& trees) {
  require(!trees.empty(), "a forest is made of at least one tree");
  Forest forest(*trees.front());
  for (const Tree* tree : trees) pack_into(forest, *tree);
  return forest;
}

}  // namespace spinney
