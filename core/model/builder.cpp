#include "model/builder.h"

#include <limits>

namespace spinney {
namespace {

std::uint32_t add_sets(Tree& to, const LevelSets& sets) {
  const auto at = static_cast<std::uint32_t>(to.set_words.size());
  to.set_words.insert(to.set_words.end(), sets.left.begin(), sets.left.end());
  to.set_words.insert(to.set_words.end(), sets.seen.begin(), sets.seen.end());
  return at;
}

bool has_terms(NodeKind kind) { return kind == NodeKind::linear || kind == NodeKind::sphere; }

// Gives a node its part of the pool of its kind.
void add_question(Tree& t, DraftNode& node, const SplitRecord& record) {
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
  } else if (has_terms(record.kind)) {
    length = record.terms.size();
    at = t.term_feature.size();
    for (const Term& term : record.terms) {
      t.term_feature.push_back(static_cast<std::int32_t>(term.feature));
      t.term_factor.push_back(term.factor);
      t.term_centre.push_back(term.centre);
      t.term_share.push_back(term.share);
    }
  }
  node.set_first = static_cast<std::uint32_t>(at);
  node.set_length = static_cast<std::uint32_t>(length);
}

void add_alternatives(Tree& to, std::size_t at, const std::vector<AlternativeRecord>& records,
                      Alternatives Tree::*which) {
  Alternatives& a = to.*which;
  open_alternatives(a, at, records.size());
  for (const AlternativeRecord& record : records) {
    a.kind.push_back(record.kind);
    a.feature.push_back(static_cast<std::int32_t>(record.feature));
    a.threshold.push_back(record.kind == NodeKind::category ? std::numeric_limits<double>::quiet_NaN()
                                                            : record.threshold);
    a.above_left.push_back(record.above_left);
    a.score.push_back(record.score);
    a.adjusted.push_back(record.adjusted);
    a.set_first.push_back(add_sets(to, record.sets));
    a.set_length.push_back(static_cast<std::uint32_t>(record.sets.left.size()));
  }
}

}  // namespace

Tree copy_tree(const Tree& tree, const std::vector<bool>& collapse) {
  return finish(draft_of(tree), nullptr, collapse);
}

TreeBuilder::TreeBuilder(std::uint32_t n_features, std::uint32_t n_outputs, std::vector<std::uint32_t> n_classes) {
  draft_.rest.n_features = n_features;
  draft_.rest.n_outputs = n_outputs;
  draft_.rest.n_classes = std::move(n_classes);
}

void TreeBuilder::add_leaf(const NodeRecord& record) {
  DraftNode node;
  node.impurity = record.impurity;
  node.weight = record.weight;
  node.count = record.count;
  draft_.nodes.push_back(node);
  draft_.rest.value.insert(draft_.rest.value.end(), record.value.begin(), record.value.end());
  ++n_leaves_;
}

std::int32_t TreeBuilder::split(std::int32_t leaf, const SplitRecord& record, std::span<const NodeRecord> children) {
  const auto at = static_cast<std::size_t>(leaf);
  DraftNode& node = draft_.nodes[at];
  const auto first_child = static_cast<std::int32_t>(draft_.nodes.size());
  const bool multiway = record.kind == NodeKind::intervals || record.kind == NodeKind::levels;
  const bool has_threshold = record.kind == NodeKind::number || has_terms(record.kind);
  node.kind = record.kind;
  node.feature = static_cast<std::int32_t>(record.feature);
  node.threshold = has_threshold ? record.threshold : std::numeric_limits<double>::quiet_NaN();
  node.missing_child = multiway ? record.missing_child : !record.missing_left;
  node.gain = record.gain;
  node.first_child = first_child;
  node.n_children = static_cast<std::uint32_t>(children.size());
  add_question(draft_.rest, node, record);
  add_alternatives(draft_.rest, at, record.surrogates, &Tree::surrogates);
  add_alternatives(draft_.rest, at, record.competitors, &Tree::competitors);
  for (const NodeRecord& child : children) add_leaf(child);
  --n_leaves_;
  return first_child;
}

void TreeBuilder::graft(std::int32_t leaf, TreeBuilder subtree) {
  graft_of_.resize(draft_.nodes.size(), -1);
  graft_of_[leaf] = static_cast<std::int32_t>(grafts_.size());
  grafts_.push_back(std::move(subtree.draft_));
  n_leaves_ += subtree.n_leaves_ - 1;
}

Tree TreeBuilder::finish() const {
  if (grafts_.empty()) return spinney::finish(draft_, nullptr);
  return spinney::finish(draft_, [&](std::size_t node) {
    return node < graft_of_.size() && graft_of_[node] >= 0 ? &grafts_[graft_of_[node]] : nullptr;
  });
}

}  // namespace spinney
