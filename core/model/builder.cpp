#include "model/builder.h"

#include <limits>

namespace spinney {
namespace {

void append_leaf(Tree& to, std::int64_t count, double weight, double impurity, const double* value) {
  to.kind.push_back(NodeKind::leaf);
  to.feature.push_back(-2);
  to.threshold.push_back(-2);
  to.first_child.push_back(-1);
  to.missing_left.push_back(0);
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

// Gives leaf `at` of `to` the question of `node`, its children next in line.
void copy_split(Tree& to, std::size_t at, const Tree& from, std::size_t node) {
  to.kind[at] = from.kind[node];
  to.feature[at] = from.feature[node];
  to.threshold[at] = from.threshold[node];
  to.missing_left[at] = from.missing_left[node];
  to.gain[at] = from.gain[node];
  to.first_child[at] = static_cast<std::int32_t>(to.size());
  if (from.kind[node] != NodeKind::category) return;
  to.set_first[at] = static_cast<std::uint32_t>(to.set_words.size());
  to.set_length[at] = from.set_length[node];
  const auto words = from.set_words.begin() + from.set_first[node];
  to.set_words.insert(to.set_words.end(), words, words + from.set_length[node]);
}

// Copies what hangs below `root` of `from` to below leaf `at` of `to`, level by level.
void copy_below(Tree& to, std::size_t at, const Tree& from, std::size_t root) {
  std::vector<std::pair<std::size_t, std::size_t>> queue{{at, root}};  // (node in to, node in from)
  for (std::size_t q = 0; q < queue.size(); ++q) {
    const auto [target, node] = queue[q];
    if (from.kind[node] == NodeKind::leaf) continue;
    copy_split(to, target, from, node);
    for (int side = 0; side < 2; ++side) {
      const std::size_t child = static_cast<std::size_t>(from.first_child[node] + side);
      queue.emplace_back(to.size(), child);
      append_copy(to, from, child);
    }
  }
}

Tree empty_like(const Tree& tree) {
  Tree t;
  t.n_features = tree.n_features;
  t.n_outputs = tree.n_outputs;
  t.n_classes = tree.n_classes;
  return t;
}

}  // namespace

TreeBuilder::TreeBuilder(std::uint32_t n_features, std::uint32_t n_outputs, std::vector<std::uint32_t> n_classes) {
  tree_.n_features = n_features;
  tree_.n_outputs = n_outputs;
  tree_.n_classes = std::move(n_classes);
}

void TreeBuilder::add_leaf(const NodeRecord& record) {
  append_leaf(tree_, record.count, record.weight, record.impurity, record.value.data());
}

std::int32_t TreeBuilder::split(std::int32_t node, const SplitRecord& record, const NodeRecord& left,
                                const NodeRecord& right) {
  Tree& t = tree_;
  const bool category = record.kind == NodeKind::category;
  t.kind[node] = record.kind;
  t.feature[node] = static_cast<std::int32_t>(record.feature);
  t.threshold[node] = category ? std::numeric_limits<double>::quiet_NaN() : record.threshold;
  t.missing_left[node] = record.missing_left;
  t.gain[node] = record.gain;
  t.first_child[node] = static_cast<std::int32_t>(t.size());
  if (category) {
    t.set_first[node] = static_cast<std::uint32_t>(t.set_words.size());
    t.set_length[node] = static_cast<std::uint32_t>(record.left_set.size());
    t.set_words.insert(t.set_words.end(), record.left_set.begin(), record.left_set.end());
  }
  add_leaf(left);
  add_leaf(right);
  return t.first_child[node];
}

void TreeBuilder::graft(std::int32_t leaf, const TreeBuilder& subtree) {
  copy_below(tree_, static_cast<std::size_t>(leaf), subtree.tree_, 0);
}

Tree TreeBuilder::finish() const {
  Tree t = empty_like(tree_);
  append_copy(t, tree_, 0);
  copy_below(t, 0, tree_, 0);
  return t;
}

}  // namespace spinney
