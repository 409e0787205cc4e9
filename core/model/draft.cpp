#include "model/draft.h"

#include <algorithm>
#include <cmath>

namespace spinney {
namespace {

template <class T>
void append_part(std::vector<T>& to, const std::vector<T>& from, std::uint32_t first,
                 std::size_t length) {
  const auto begin = from.begin() + first;
  to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
}

// Both sets of levels of `from`, at the end of the pool of `to`; returns where they begin.
std::uint32_t copy_sets(Tree& to, const Tree& from, std::uint32_t first, std::uint32_t length) {
  const auto at = static_cast<std::uint32_t>(to.set_words.size());
  append_part(to.set_words, from.set_words, first, 2 * std::size_t{length});
  return at;
}

// The node's part of the pool of its kind; returns where it begins.
std::uint32_t copy_split_data(Tree& to, const Tree& from, const DraftNode& node) {
  const std::uint32_t first = node.set_first, length = node.set_length;
  std::size_t at = 0;
  switch (node.kind) {
    case NodeKind::category: return copy_sets(to, from, first, length);
    case NodeKind::intervals:
      at = to.cuts.size();
      append_part(to.cuts, from.cuts, first, length);
      break;
    case NodeKind::levels:
      at = to.level_child.size();
      append_part(to.level_child, from.level_child, first, length);
      break;
    case NodeKind::linear:
    case NodeKind::sphere:
      at = to.term_feature.size();
      append_part(to.term_feature, from.term_feature, first, length);
      append_part(to.term_factor, from.term_factor, first, length);
      append_part(to.term_center, from.term_center, first, length);
      append_part(to.term_share, from.term_share, first, length);
      break;
    default: break;
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
  append_part(a.kind, source.kind, first, n);
  append_part(a.feature, source.feature, first, n);
  append_part(a.threshold, source.threshold, first, n);
  append_part(a.above_left, source.above_left, first, n);
  append_part(a.score, source.score, first, n);
  append_part(a.adjusted, source.adjusted, first, n);
  for (std::uint32_t k = first; k < first + n; ++k) {
    a.set_first.push_back(copy_sets(to, from, source.set_first[k], source.set_length[k]));
    a.set_length.push_back(source.set_length[k]);
  }
}

// Every node has its place in the alternatives, or none has.
void pad_alternatives(Tree& t) {
  for (Alternatives* a : {&t.surrogates, &t.competitors}) {
    if (a->first.empty()) continue;
    a->first.resize(t.size());
    a->count.resize(t.size());
  }
}

void resize_nodes(Tree& t, std::size_t n) {
  t.kind.resize(n);
  t.feature.resize(n);
  t.threshold.resize(n);
  t.first_child.resize(n);
  t.n_children.resize(n);
  t.missing_child.resize(n);
  t.gain.resize(n);
  t.set_first.resize(n);
  t.set_length.resize(n);
  t.impurity.resize(n);
  t.weight.resize(n);
  t.count.resize(n);
  t.value.resize(n * t.value_width());
}

void put_node(Tree& t, std::size_t at, const DraftNode& node) {
  t.kind[at] = node.kind;
  t.feature[at] = node.feature;
  t.threshold[at] = node.threshold;
  t.first_child[at] = node.first_child;
  t.n_children[at] = node.n_children;
  t.missing_child[at] = node.missing_child;
  t.gain[at] = node.gain;
  t.set_first[at] = node.set_first;
  t.set_length[at] = node.set_length;
  t.impurity[at] = node.impurity;
  t.weight[at] = node.weight;
  t.count[at] = node.count;
}

DraftNode as_leaf(const DraftNode& node) {
  DraftNode leaf;
  leaf.impurity = node.impurity;
  leaf.weight = node.weight;
  leaf.count = node.count;
  return leaf;
}

// What was left out of the nodes above leaves.
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
  node.threshold = t.threshold[i];
  node.gain = t.gain[i];
  node.impurity = t.impurity[i];
  node.weight = t.weight[i];
  node.count = t.count[i];
  node.feature = t.feature[i];
  node.first_child = t.first_child[i];
  node.n_children = t.n_children[i];
  node.missing_child = t.missing_child[i];
  node.set_first = t.set_first[i];
  node.set_length = t.set_length[i];
  node.kind = t.kind[i];
  return node;
}

Draft draft_of(const Tree& t) {
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
      if (node.kind != NodeKind::number) node.set_first = copy_split_data(t, rest, node);
    }
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
