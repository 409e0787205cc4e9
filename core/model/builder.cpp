#include "model/builder.h"

#include <algorithm>
#include <limits>

namespace spinney {
namespace {

void append_leaf(Tree& to, std::int64_t count, double weight, double impurity, const double* value) {
  to.kind.push_back(NodeKind::leaf);
  to.feature.push_back(-2);
  to.threshold.push_back(-2);
  to.first_child.push_back(-1);
  to.n_children.push_back(0);
  to.missing_child.push_back(0);
  to.gain.push_back(0);
  to.set_first.push_back(0);
  to.set_length.push_back(0);
  to.impurity.push_back(impurity);
  to.weight.push_back(weight);
  to.count.push_back(count);
  to.value.insert(to.value.end(), value, value + to.value_width());
}

// Appends a leaf that looks like `node` of `from`, without children.
void append_copy(Tree& to, const Tree& from, std::size_t node) {
  append_leaf(to, from.count[node], from.weight[node], from.impurity[node], &from.value[node * from.value_width()]);
}

// Both sets of levels of `from`, at the end of the pool of `to`; returns where they begin.
std::uint32_t copy_sets(Tree& to, const Tree& from, std::uint32_t first, std::uint32_t length) {
  const auto at = static_cast<std::uint32_t>(to.set_words.size());
  const auto words = from.set_words.begin() + first;
  to.set_words.insert(to.set_words.end(), words, words + 2 * static_cast<std::ptrdiff_t>(length));
  return at;
}

std::uint32_t add_sets(Tree& to, const LevelSets& sets) {
  const auto at = static_cast<std::uint32_t>(to.set_words.size());
  to.set_words.insert(to.set_words.end(), sets.left.begin(), sets.left.end());
  to.set_words.insert(to.set_words.end(), sets.seen.begin(), sets.seen.end());
  return at;
}

template <class T>
void append_part(std::vector<T>& to, const std::vector<T>& from, std::uint32_t first, std::uint32_t length) {
  const auto begin = from.begin() + first;
  to.insert(to.end(), begin, begin + length);
}

// The node's part of the pool of its kind; returns where it begins.
std::uint32_t copy_question(Tree& to, const Tree& from, std::size_t node) {
  const std::uint32_t first = from.set_first[node], length = from.set_length[node];
  std::size_t at = 0;
  switch (from.kind[node]) {
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

// Gives a node its part of the pool of its kind.
void add_question(Tree& t, std::size_t node, const SplitRecord& record) {
  std::size_t at = 0, length = 0;
  if (record.kind == NodeKind::category) {
    length = record.sets.left.size();
    at = add_sets(t, record.sets);
  } else if (record.kind == NodeKind::intervals) {
    length = record.cuts.size();
    at = t.cuts.size();
    t.cuts.insert(t.cuts.end(), record.cuts.begin(), record.cuts.end());
  } else if (record.kind == NodeKind::levels) {
    length = record.level_child.size();
    at = t.level_child.size();
    t.level_child.insert(t.level_child.end(), record.level_child.begin(), record.level_child.end());
  } else if (t.asks_several(node)) {
    length = record.terms.size();
    at = t.term_feature.size();
    for (const Term& term : record.terms) {
      t.term_feature.push_back(static_cast<std::int32_t>(term.feature));
      t.term_factor.push_back(term.factor);
      t.term_centre.push_back(term.centre);
      t.term_share.push_back(term.share);
    }
  }
  t.set_first[node] = static_cast<std::uint32_t>(at);
  t.set_length[node] = static_cast<std::uint32_t>(length);
}

bool has_threshold(NodeKind kind) {
  return kind == NodeKind::number || kind == NodeKind::linear || kind == NodeKind::sphere;
}

// Makes what is appended next the alternatives of a node.
void open_alternatives(Alternatives& a, std::size_t node, std::size_t n) {
  if (n == 0) return;
  a.first.resize(std::max(a.first.size(), node + 1));
  a.count.resize(a.first.size());
  a.first[node] = static_cast<std::uint32_t>(a.size());
  a.count[node] = static_cast<std::uint32_t>(n);
}

void append_alternative(Alternatives& a, const AlternativeRecord& record, std::uint32_t set_first,
                        std::uint32_t set_length) {
  a.kind.push_back(record.kind);
  a.feature.push_back(static_cast<std::int32_t>(record.feature));
  a.threshold.push_back(record.kind == NodeKind::category ? std::numeric_limits<double>::quiet_NaN()
                                                          : record.threshold);
  a.above_left.push_back(record.above_left);
  a.score.push_back(record.score);
  a.adjusted.push_back(record.adjusted);
  a.set_first.push_back(set_first);
  a.set_length.push_back(set_length);
}

void copy_alternatives(Tree& to, std::size_t at, const Tree& from, std::size_t node, Alternatives Tree::*which) {
  const Alternatives& source = from.*which;
  const std::uint32_t begin = source.begin(node), end = source.end(node);
  open_alternatives(to.*which, at, end - begin);
  for (std::uint32_t k = begin; k < end; ++k) {
    const AlternativeRecord record{source.kind[k],
                                   static_cast<std::uint32_t>(source.feature[k]),
                                   source.threshold[k],
                                   source.above_left[k] != 0,
                                   source.score[k],
                                   source.adjusted[k],
                                   {}};
    const std::uint32_t length = source.set_length[k];
    append_alternative(to.*which, record, copy_sets(to, from, source.set_first[k], length), length);
  }
}

void add_alternatives(Tree& to, std::size_t at, const std::vector<AlternativeRecord>& records,
                      Alternatives Tree::*which) {
  open_alternatives(to.*which, at, records.size());
  for (const AlternativeRecord& record : records)
    append_alternative(to.*which, record, add_sets(to, record.sets),
                       static_cast<std::uint32_t>(record.sets.left.size()));
}

// Gives leaf `at` of `to` the question of `node`, its children next in line.
void copy_split(Tree& to, std::size_t at, const Tree& from, std::size_t node) {
  to.kind[at] = from.kind[node];
  to.feature[at] = from.feature[node];
  to.threshold[at] = from.threshold[node];
  to.missing_child[at] = from.missing_child[node];
  to.gain[at] = from.gain[node];
  to.first_child[at] = static_cast<std::int32_t>(to.size());
  to.n_children[at] = from.n_children[node];
  copy_alternatives(to, at, from, node, &Tree::surrogates);
  copy_alternatives(to, at, from, node, &Tree::competitors);
  to.set_first[at] = copy_question(to, from, node);
  to.set_length[at] = from.set_length[node];
}

// A node to be copied: of which tree, and where to.
struct Copied {
  const Tree* tree;
  std::size_t node, to;
};

// Copies what hangs below the root of `from`, which `to` has already, level by level. skip(node) ends a branch;
// continued(node) is the tree that takes its place, or null.
template <class Skip, class Continued>
void copy_below(Tree& to, const Tree& from, Skip&& skip, Continued&& continued) {
  std::vector<Copied> queue{{&from, 0, 0}};
  for (std::size_t q = 0; q < queue.size(); ++q) {
    auto [tree, node, at] = queue[q];
    if (tree == &from) {
      if (skip(node)) continue;
      if (const Tree* graft = continued(node)) {
        tree = graft;
        node = 0;
      }
    }
    if (tree->kind[node] == NodeKind::leaf) continue;
    copy_split(to, at, *tree, node);
    for (std::uint32_t c = 0; c < tree->n_children[node]; ++c) {
      const std::size_t child = static_cast<std::size_t>(tree->first_child[node]) + c;
      queue.push_back({tree, child, to.size()});
      append_copy(to, *tree, child);
    }
  }
}

void reserve_nodes(Tree& t, std::size_t n) {
  t.kind.reserve(n);
  t.feature.reserve(n);
  t.threshold.reserve(n);
  t.first_child.reserve(n);
  t.n_children.reserve(n);
  t.missing_child.reserve(n);
  t.gain.reserve(n);
  t.set_first.reserve(n);
  t.set_length.reserve(n);
  t.impurity.reserve(n);
  t.weight.reserve(n);
  t.count.reserve(n);
  t.value.reserve(n * t.value_width());
}

Tree empty_like(const Tree& tree) {
  Tree t;
  t.n_features = tree.n_features;
  t.n_outputs = tree.n_outputs;
  t.n_classes = tree.n_classes;
  t.missing_route = tree.missing_route;
  t.unknown_route = tree.unknown_route;
  return t;
}

// Every node has its place in the alternatives, or none has.
void pad_alternatives(Tree& t) {
  for (Alternatives* a : {&t.surrogates, &t.competitors}) {
    if (a->first.empty()) continue;
    a->first.resize(t.size());
    a->count.resize(t.size());
  }
}

}  // namespace

Tree copy_tree(const Tree& tree, const std::vector<bool>& collapse) {
  Tree t = empty_like(tree);
  append_copy(t, tree, 0);
  copy_below(
      t, tree, [&](std::size_t node) { return !collapse.empty() && collapse[node]; },
      [](std::size_t) -> const Tree* { return nullptr; });
  pad_alternatives(t);
  return t;
}

TreeBuilder::TreeBuilder(std::uint32_t n_features, std::uint32_t n_outputs, std::vector<std::uint32_t> n_classes) {
  tree_.n_features = n_features;
  tree_.n_outputs = n_outputs;
  tree_.n_classes = std::move(n_classes);
}

void TreeBuilder::add_leaf(const NodeRecord& record) {
  append_leaf(tree_, record.count, record.weight, record.impurity, record.value.data());
  ++n_leaves_;
}

std::int32_t TreeBuilder::split(std::int32_t node, const SplitRecord& record, const std::vector<NodeRecord>& children) {
  Tree& t = tree_;
  const bool multiway = record.kind == NodeKind::intervals || record.kind == NodeKind::levels;
  t.kind[node] = record.kind;
  t.feature[node] = static_cast<std::int32_t>(record.feature);
  t.threshold[node] = has_threshold(record.kind) ? record.threshold : std::numeric_limits<double>::quiet_NaN();
  t.missing_child[node] = multiway ? record.missing_child : !record.missing_left;
  t.gain[node] = record.gain;
  t.first_child[node] = static_cast<std::int32_t>(t.size());
  t.n_children[node] = static_cast<std::uint32_t>(children.size());
  add_question(t, static_cast<std::size_t>(node), record);
  add_alternatives(t, static_cast<std::size_t>(node), record.surrogates, &Tree::surrogates);
  add_alternatives(t, static_cast<std::size_t>(node), record.competitors, &Tree::competitors);
  for (const NodeRecord& child : children) add_leaf(child);
  --n_leaves_;
  return t.first_child[node];
}

void TreeBuilder::graft(std::int32_t leaf, TreeBuilder subtree) {
  graft_of_.resize(tree_.size(), -1);
  graft_of_[leaf] = static_cast<std::int32_t>(grafts_.size());
  grafts_.push_back(std::move(subtree.tree_));
  n_leaves_ += subtree.n_leaves_ - 1;
}

Tree TreeBuilder::finish() const {
  std::size_t n = tree_.size();
  for (const Tree& graft : grafts_) n += graft.size() - 1;
  Tree t = empty_like(tree_);
  reserve_nodes(t, n);
  append_copy(t, tree_, 0);
  copy_below(
      t, tree_, [](std::size_t) { return false; },
      [&](std::size_t node) {
        return node < graft_of_.size() && graft_of_[node] >= 0 ? &grafts_[graft_of_[node]] : nullptr;
      });
  pad_alternatives(t);
  return t;
}

}  // namespace spinney
