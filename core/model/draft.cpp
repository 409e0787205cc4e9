// Conversion between drafts and trees.
#include "model/draft.h"

#include <algorithm>
#include <cmath>

#include "model/tree_arrays.h"

namespace spinney {
namespace {

template <class T>
void append_part(std::vector<T>& to, const std::vector<T>& from, std::uint32_t first,
                 std::size_t length) {
  const auto begin = from.begin() + first;
  to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
}

// Appends both sets of categories to the pool of `to`; returns where they begin.
std::uint32_t copy_sets(Tree& to, const Tree& from, std::uint32_t first, std::uint32_t length) {
  const auto at = static_cast<std::uint32_t>(to.set_words.size());
  append_part(to.set_words, from.set_words, first, 2 * std::size_t{length});
  return at;
}

// Appends the node's data to the pool of its kind; returns where it begins.
std::uint32_t copy_split_data(Tree& to, const Tree& from, const DraftNode& node) {
  const std::uint32_t first = node.set_first, length = node.set_length;
  if (node.kind == NodeKind::category) return copy_sets(to, from, first, length);
  std::size_t at = 0;
  if (node.kind == NodeKind::intervals) {
    at = to.cuts.size();
    append_part(to.cuts, from.cuts, first, length);
  } else if (node.kind == NodeKind::levels) {
    at = to.level_child.size();
    append_part(to.level_child, from.level_child, first, length);
  } else if (has_terms(node.kind) || node.kind == NodeKind::leaf) {
    at = to.term_feature.size();
    append_part(to.term_feature, from.term_feature, first, length);
    append_part(to.term_factor, from.term_factor, first, length);
    append_part(to.term_center, from.term_center, first, length);
    append_part(to.term_share, from.term_share, first, length);
  }
  return static_cast<std::uint32_t>(at);
}

void copy_alternatives(Tree& to, std::size_t at, const Tree& from, std::size_t node,
                       Alternatives Tree::*which) {
  const Alternatives& source = from.*which;
  Alternatives& a = to.*which;
  const std::uint32_t first = source.begin(node), n = source.end(node) - first;
  if (n == 0) return;
  open_alternatives(a, at, n);
  each_entry_array(
      [&](auto& array, const auto& from_array) { append_part(array, from_array, first, n); }, a,
      source);
  for (std::size_t k = a.size() - n; k < a.size(); ++k)
    a.set_first[k] = copy_sets(to, from, a.set_first[k], a.set_length[k]);
}

// The arrays have an entry per node, or are empty.
void pad_alternatives(Tree& t) {
  for (Alternatives* a : {&t.surrogates, &t.competitors}) {
    if (a->first.empty()) continue;
    a->first.resize(t.size());
    a->count.resize(t.size());
  }
}

void resize_nodes(Tree& t, std::size_t n) {
  each_node_array(t, [n](auto& array) { array.resize(n); });
  t.value.resize(n * t.value_width());
}

void put_node(Tree& t, std::size_t at, const DraftNode& node) {
#define SPINNEY_PUT(array) t.array[at] = node.array;
  SPINNEY_TREE_ARRAYS(SPINNEY_PUT, SPINNEY_SKIP)
#undef SPINNEY_PUT
}

DraftNode as_leaf(const DraftNode& node) {
  DraftNode leaf;
  leaf.impurity = node.impurity;
  leaf.weight = node.weight;
  leaf.count = node.count;
  return leaf;
}

// Derives statistics of inner nodes that were left out during growth.
void derive_inner(Tree& t) {
  const double total = t.weight[0];
  for (std::size_t i = t.size(); i-- > 0;) {
    if (!std::isnan(t.impurity[i]) || t.n_children[i] != 2) continue;
    const auto left = static_cast<std::size_t>(t.first_child[i]);
    const double l = t.weight[left], r = t.weight[left + 1];
    t.impurity[i] =
        (l * t.impurity[left] + r * t.impurity[left + 1] + t.gain[i] * total) / t.weight[i];
    if (t.value_width() == 1)
      t.value[i] = (l * t.value[left] + r * t.value[left + 1]) / t.weight[i];
  }
}

}  // namespace

DraftNode node_of(const Tree& t, std::size_t i) {
  DraftNode node;
#define SPINNEY_GET(array) \
  if (!t.array.empty()) node.array = t.array[i];
  SPINNEY_TREE_ARRAYS(SPINNEY_GET, SPINNEY_SKIP)
#undef SPINNEY_GET
  return node;
}

Draft draft_of(const Tree& t) {
  require_statistics(t);
  Draft draft;
  draft.rest = t;
  draft.nodes.reserve(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) draft.nodes.push_back(node_of(t, i));
  return draft;
}

Tree finish(const Draft& draft, std::size_t n_nodes, const Replaced& replaced,
            const std::vector<bool>& collapse) {
  Tree t = shape_of(draft.rest);
  resize_nodes(t, n_nodes);
  const std::size_t width = t.value_width();
  std::size_t at = 0, next_child = 1;
  const auto descends = [&](const NodeRef& node) {
    return node.draft != &draft || collapse.empty() || !collapse[node.node];
  };
  each_by_level(draft, n_nodes, replaced, descends, [&](const NodeRef& from) {
    const Tree& rest = from.draft->rest;
    DraftNode node = descends(from) ? *from : as_leaf(*from);
    if (node.kind != NodeKind::leaf) {
      node.first_child = static_cast<std::int32_t>(next_child);
      next_child += node.n_children;
      for (const auto which : {&Tree::surrogates, &Tree::competitors})
        if ((rest.*which).size() > 0) copy_alternatives(t, at, rest, from.node, which);
    }
    if (node.kind == NodeKind::leaf ? node.set_length > 0 : node.kind != NodeKind::number)
      node.set_first = copy_split_data(t, rest, node);
    put_node(t, at, node);
    std::copy_n(from.value(width), width, &t.value[at * width]);
    ++at;
  });
  resize_nodes(t, at);
  derive_inner(t);
  pad_alternatives(t);
  return t;
}

void open_alternatives(Alternatives& a, std::size_t node, std::size_t n) {
  if (n == 0) return;
  a.first.resize(std::max(a.first.size(), node + 1));
  a.count.resize(a.first.size());
  a.first[node] = static_cast<std::uint32_t>(a.size());
  a.count[node] = static_cast<std::uint32_t>(n);
}

}  // namespace spinney
