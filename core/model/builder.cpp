// Construction of a tree from records of nodes and splits.
#include "model/builder.h"

#include <algorithm>
#include <limits>

#include "model/tree_packer.h"

namespace spinney {
namespace {

std::uint32_t add_sets(Tree& to, const LevelSets& sets) {
  const auto at = static_cast<std::uint32_t>(to.set_words.size());
  to.set_words.insert(to.set_words.end(), sets.left.begin(), sets.left.end());
  to.set_words.insert(to.set_words.end(), sets.seen.begin(), sets.seen.end());
  return at;
}

// Appends the data of a split to the pool of its kind.
void store_split(Tree& t, DraftNode& node, const SplitRecord& record) {
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
      t.term_center.push_back(term.center);
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
    a.threshold.push_back(record.kind == NodeKind::category
                              ? std::numeric_limits<double>::quiet_NaN()
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
  return finish(draft_of(tree), tree.size(), nullptr, collapse);
}

void TreeBuilder::start(const Tree& shape) {
  std::vector<double> value = std::move(draft_.rest.value);
  value.clear();
  draft_.nodes.clear();
  draft_.rest = shape;
  draft_.rest.value = std::move(value);
  packable_ = false;
  n_leaves_ = 0;
  graft_of_.clear();
  grafts_.clear();
}

TreeBuilder::TreeBuilder(std::uint32_t n_features, std::uint32_t n_outputs,
                         std::vector<std::uint32_t> n_classes) {
  draft_.rest.n_features = n_features;
  draft_.rest.n_outputs = n_outputs;
  draft_.rest.n_classes = std::move(n_classes);
}

void TreeBuilder::reserve(std::size_t n_nodes) {
  if (n_nodes <= draft_.nodes.capacity()) return;
  const std::size_t more = n_nodes + n_nodes / 8;  // the next tree may be a little larger
  draft_.nodes.reserve(more);
  draft_.rest.value.reserve(more * draft_.rest.value_width());
}

void TreeBuilder::add_leaf(const NodeRecord& record) {
  DraftNode& node = draft_.nodes.emplace_back();
  node.impurity = record.impurity;
  node.weight = record.weight;
  node.count = record.count;
  for (const double x : record.value) draft_.rest.value.push_back(x);
  ++n_leaves_;
}

void TreeBuilder::update_leaf(std::int32_t leaf, const NodeRecord& record) {
  const auto at = static_cast<std::size_t>(leaf);
  DraftNode& node = draft_.nodes[at];
  node.impurity = record.impurity;
  node.weight = record.weight;
  node.count = record.count;
  std::copy(record.value.begin(), record.value.end(), &draft_.rest.value[at * record.value.size()]);
}

DraftNode& TreeBuilder::open(std::int32_t leaf, NodeKind kind, std::uint32_t feature,
                             std::uint32_t n_children) {
  DraftNode& node = draft_.nodes[static_cast<std::size_t>(leaf)];
  node.kind = kind;
  node.feature = static_cast<std::int32_t>(feature);
  node.first_child = static_cast<std::int32_t>(draft_.nodes.size());
  node.n_children = n_children;
  --n_leaves_;
  return node;
}

std::int32_t TreeBuilder::split(std::int32_t leaf, const NumericSplit& split,
                                const NodeRecord& left, const NodeRecord& right) {
  DraftNode& node = open(leaf, NodeKind::number, split.feature, 2);
  node.threshold = split.threshold;
  node.missing_child = !split.missing_left;
  node.gain = split.gain;
  const std::int32_t first_child = node.first_child;
  add_leaf(left);
  add_leaf(right);
  return first_child;
}

std::int32_t TreeBuilder::split(std::int32_t leaf, const SplitRecord& record,
                                std::span<const NodeRecord> children) {
  const bool has_threshold = record.kind == NodeKind::number || has_terms(record.kind);
  DraftNode& node =
      open(leaf, record.kind, record.feature, static_cast<std::uint32_t>(children.size()));
  node.threshold = has_threshold ? record.threshold : std::numeric_limits<double>::quiet_NaN();
  node.missing_child = is_multiway(record.kind) ? record.missing_child : !record.missing_left;
  node.gain = record.gain;
  store_split(draft_.rest, node, record);
  const std::int32_t first_child = node.first_child;
  add_alternatives(draft_.rest, static_cast<std::size_t>(leaf), record.surrogates,
                   &Tree::surrogates);
  add_alternatives(draft_.rest, static_cast<std::size_t>(leaf), record.competitors,
                   &Tree::competitors);
  for (const NodeRecord& child : children) add_leaf(child);
  return first_child;
}

void TreeBuilder::graft(std::int32_t leaf, TreeBuilder subtree) {
  graft_of_.resize(draft_.nodes.size(), -1);
  graft_of_[leaf] = static_cast<std::int32_t>(grafts_.size());
  grafts_.push_back(std::move(subtree.draft_));
  n_leaves_ += subtree.n_leaves_ - 1;
}

Replaced TreeBuilder::replaced() const {
  if (grafts_.empty()) return nullptr;
  return [this](std::size_t node) {
    return node < graft_of_.size() && graft_of_[node] >= 0 ? &grafts_[graft_of_[node]] : nullptr;
  };
}

std::size_t TreeBuilder::max_nodes() const {
  std::size_t n = draft_.nodes.size();
  for (const Draft& graft : grafts_) n += graft.nodes.size();
  return n - grafts_.size();  // each replaces a leaf
}

Tree TreeBuilder::finish() const { return spinney::finish(draft_, max_nodes(), replaced()); }

PackedTree TreeBuilder::pack() const {
  const std::size_t width = draft_.rest.value_width();
  TreePacker packer(draft_.rest, n_leaves_);
  const auto always = [](const NodeRef&) { return true; };
  each_by_level(draft_, max_nodes(), replaced(), always, [&](const NodeRef& node) {
    if (node->kind == NodeKind::leaf) return packer.add_leaf(*node, node.value(width));
    std::uint32_t route_flags = 0;
    if (node->missing_child != 0) route_flags |= PackedSplit::kMissingRight;
    if (node->kind == NodeKind::category) {
      const DraftNode* child = &node.draft->nodes[static_cast<std::size_t>(node->first_child)];
      if (node->missing_child != 0) route_flags |= PackedSplit::kUnknownRight;
      if (child[1].weight >= child[0].weight) route_flags |= PackedSplit::kUnseenRight;
    }
    packer.add_split(*node, route_flags, node.draft->rest);
  });
  return packer.finish();
}

}  // namespace spinney
