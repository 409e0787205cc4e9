// Changes of a tree in place.
#include "model/edit.h"

#include <algorithm>

#include "model/tree_arrays.h"

namespace spinney {
namespace {

// Appends n nodes; returns the first.
std::size_t add_nodes(Tree& t, std::size_t n) {
  const std::size_t first = t.size(), size = first + n;
  const auto grow = [&](auto& array) { array.resize(size); };
  each_node_array(t, grow);
  for (Alternatives* a : {&t.surrogates, &t.competitors})
    if (!a->first.empty()) grow(a->first), grow(a->count);
  t.value.resize(size * t.value_width());
  return first;
}

}  // namespace

void copy_node(Tree& t, std::size_t to, std::size_t from) {
  const auto copy = [&](auto& array) { array[to] = array[from]; };
  each_node_array(t, copy);
  for (Alternatives* a : {&t.surrogates, &t.competitors})
    if (!a->first.empty()) copy(a->first), copy(a->count);
  const std::size_t width = t.value_width();
  std::copy_n(&t.value[from * width], width, &t.value[to * width]);
}

void make_leaf(Tree& t, std::size_t node) {
  t.kind[node] = NodeKind::leaf;
  t.feature[node] = -2;
  t.threshold[node] = -2;
  t.first_child[node] = -1;
  t.n_children[node] = t.missing_child[node] = t.set_first[node] = t.set_length[node] = 0;
  t.gain[node] = 0;
  for (Alternatives* a : {&t.surrogates, &t.competitors})
    if (!a->first.empty()) a->count[node] = 0;
}

void set_leaf_terms(Tree& t, const std::vector<std::vector<Term>>& terms) {
  const Tree old = t;
  t.term_feature.clear();
  t.term_factor.clear(), t.term_center.clear(), t.term_share.clear();
  const auto add = [&](std::int32_t feature, double factor, double center, double share) {
    t.term_feature.push_back(feature);
    t.term_factor.push_back(factor);
    t.term_center.push_back(center);
    t.term_share.push_back(share);
  };
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!old.is_multivariate(i) && t.kind[i] != NodeKind::leaf) continue;
    t.set_first[i] = static_cast<std::uint32_t>(t.term_feature.size());
    if (t.kind[i] == NodeKind::leaf) {
      for (const Term& x : terms[i])
        add(static_cast<std::int32_t>(x.feature), x.factor, x.center, x.share);
      t.set_length[i] = static_cast<std::uint32_t>(terms[i].size());
      if (terms[i].empty()) t.set_first[i] = 0;
      continue;
    }
    for (std::uint32_t k = old.set_first[i]; k < old.set_first[i] + old.set_length[i]; ++k)
      add(old.term_feature[k], old.term_factor[k], old.term_center[k], old.term_share[k]);
  }
}

namespace {

template <class Change>
void change_values(Tree& t, Change&& change) {
  for (double& x : t.value) change(x);
  for (std::size_t i = 0; i < t.size(); ++i)
    for (std::uint32_t k = 0; k < t.set_length[i] && t.is_linear_leaf(i); ++k)
      change(t.term_factor[t.set_first[i] + k]);
}

}  // namespace

void scale_values(Tree& t, double factor) {
  change_values(t, [=](double& x) { x *= factor; });
}

void divide_values(Tree& t, double divisor) {
  change_values(t, [=](double& x) { x /= divisor; });
}

void add_levels(Tree& t, std::size_t node, const std::vector<std::uint32_t>& levels) {
  const auto old = static_cast<std::size_t>(t.first_child[node]);
  const std::size_t n = t.n_children[node], first = add_nodes(t, n + levels.size());
  for (std::size_t c = 0; c < n; ++c) copy_node(t, first + c, old + c);
  for (std::size_t c = n; c < n + levels.size(); ++c) make_leaf(t, first + c);
  t.first_child[node] = static_cast<std::int32_t>(first);
  t.n_children[node] = static_cast<std::uint32_t>(n + levels.size());

  const std::vector<std::int32_t> before(
      t.level_child.begin() + t.set_first[node],
      t.level_child.begin() + t.set_first[node] + t.set_length[node]);
  t.set_first[node] = static_cast<std::uint32_t>(t.level_child.size());
  t.set_length[node] = std::max(t.set_length[node], levels.back() + 1);
  t.level_child.insert(t.level_child.end(), before.begin(), before.end());
  t.level_child.resize(t.set_first[node] + t.set_length[node], -1);
  auto child = static_cast<std::int32_t>(n);
  for (const std::uint32_t level : levels) t.level_child[t.set_first[node] + level] = child++;
}

}  // namespace spinney
