#include "model/draft.h"

#include <algorithm>

namespace spinney {
namespace {

template <class T>
void append_part(std::vector<T>& to, const std::vector<T>& from, std::uint32_t first, std::size_t length) {
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
std::uint32_t copy_question(Tree& to, const Tree& from, const DraftNode& node) {
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
      append_part(to.term_centre, from.term_centre, first, length);
      append_part(to.term_share, from.term_share, first, length);
      break;
    default: break;
  }
  return static_cast<std::uint32_t>(at);
}

void copy_alternatives(Tree& to, std::size_t at, const Tree& from, std::size_t node, Alternatives Tree::*which) {
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

// A node of a draft.
struct Drafted {
  const Draft* draft;
  std::size_t node;
};

// Nodes of a level lie far apart in a draft: ask for them before they are needed.
void look_ahead(const std::vector<Drafted>& nodes, std::size_t at, std::size_t width) {
  constexpr std::size_t kAhead = 12;
  if (at + kAhead >= nodes.size()) return;
  const auto& [of, number] = nodes[at + kAhead];
  __builtin_prefetch(&of->nodes[number]);
  __builtin_prefetch(&of->nodes[number].count);
  if (width > 0) __builtin_prefetch(&of->rest.value[number * width]);
}

// The nodes that a tree has, level by level.
std::vector<Drafted> in_levels(const Draft& draft, const std::function<const Draft*(std::size_t)>& replaced,
                               const std::vector<bool>& collapse) {
  std::vector<Drafted> nodes{{&draft, 0}};
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    look_ahead(nodes, at, 0);
    if (nodes[at].draft == &draft) {
      if (!collapse.empty() && collapse[nodes[at].node]) continue;
      if (const Draft* other = replaced ? replaced(nodes[at].node) : nullptr) nodes[at] = {other, 0};
    }
    const auto [of, number] = nodes[at];
    const DraftNode& node = of->nodes[number];
    for (std::uint32_t c = 0; c < node.n_children; ++c)
      nodes.push_back({of, static_cast<std::size_t>(node.first_child) + c});
  }
  return nodes;
}

}  // namespace

Draft draft_of(const Tree& t) {
  Draft draft;
  draft.rest = t;
  for (std::size_t i = 0; i < t.size(); ++i)
    draft.nodes.push_back({t.kind[i], t.feature[i], t.threshold[i], t.first_child[i], t.n_children[i],
                           t.missing_child[i], t.set_first[i], t.set_length[i], t.gain[i], t.impurity[i], t.weight[i],
                           t.count[i]});
  return draft;
}

Tree finish(const Draft& draft, const std::function<const Draft*(std::size_t)>& replaced,
            const std::vector<bool>& collapse) {
  const std::vector<Drafted> nodes = in_levels(draft, replaced, collapse);
  Tree t = shape_of(draft.rest);
  resize_nodes(t, nodes.size());
  const std::size_t width = t.value_width();
  std::size_t next_child = 1;
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    look_ahead(nodes, at, width);
    const auto& [of, number] = nodes[at];
    const bool collapsed = of == &draft && !collapse.empty() && collapse[number];
    DraftNode node = collapsed ? as_leaf(of->nodes[number]) : of->nodes[number];
    if (node.kind != NodeKind::leaf) {
      node.first_child = static_cast<std::int32_t>(next_child);
      next_child += node.n_children;
      for (const auto which : {&Tree::surrogates, &Tree::competitors})
        if ((of->rest.*which).size() > 0) copy_alternatives(t, at, of->rest, number, which);
      if (node.kind != NodeKind::number) node.set_first = copy_question(t, of->rest, node);
    }
    put_node(t, at, node);
    const double* value = &of->rest.value[number * width];
    for (std::size_t j = 0; j < width; ++j) t.value[at * width + j] = value[j];
  }
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
