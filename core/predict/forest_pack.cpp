#include "predict/forest_pack.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "predict/compiled.h"

namespace spinney {
namespace {

// Whether nodes are numbered level by level and every question fits into a split.
bool can_pack(const Tree& t) {
  if (t.surrogates.size() + t.competitors.size() > 0 || t.n_features > PackedSplit::kFeature || !is_plain(t))
    return false;
  std::int32_t child = 1;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.kind[i] == NodeKind::leaf) continue;
    if (t.first_child[i] != child) return false;
    child += 2;
  }
  return true;
}

PackedSplit pack_split(const Tree& t, std::size_t node) {
  const bool category = t.kind[node] == NodeKind::category;
  const auto left = static_cast<std::size_t>(t.first_child[node]);
  auto question = static_cast<std::uint32_t>(t.feature[node]);
  const auto set_if = [&](bool condition, PackedSplit::Flag flag) { question |= condition ? flag : 0u; };
  set_if(t.kind[left] != NodeKind::leaf, PackedSplit::kLeftIsInner);
  set_if(t.kind[left + 1] != NodeKind::leaf, PackedSplit::kRightIsInner);
  set_if(t.missing_child[node] == 0, PackedSplit::kMissingLeft);
  set_if(!*goes_left(t, node, Answer::missing), PackedSplit::kMissingRight);
  if (!category) return {t.threshold[node], question, 0};
  question |= PackedSplit::kCategory;
  set_if(!*goes_left(t, node, Answer::unknown), PackedSplit::kUnknownRight);
  set_if(!*goes_left(t, node, Answer::unseen), PackedSplit::kUnseenRight);
  return {PackedSplit::set_bits({t.set_first[node], t.set_length[node]}), question, 0};
}

// Rows of class shares, equal ones once.
class SharePool {
 public:
  SharePool(const Tree& tree, std::vector<double>& pool)
      : width_(tree.value_width()), n_pure_(tree.n_outputs == 1 ? width_ : 0), pool_(pool) {}

  std::uint32_t row(const double* value) {
    const double* one = std::find(value, value + n_pure_, 1.0);
    const bool pure = one != value + n_pure_ && std::count(value, value + width_, 0.0) + 1 == std::ptrdiff_t(width_);
    if (pure) return static_cast<std::uint32_t>(one - value);
    const auto next = static_cast<std::uint32_t>(n_pure_ + rows_.size());
    const auto [found, is_new] = rows_.try_emplace(std::vector<double>(value, value + width_), next);
    if (is_new) pool_.insert(pool_.end(), value, value + width_);
    return found->second;
  }

 private:
  std::size_t width_, n_pure_;
  std::vector<double>& pool_;
  std::map<std::vector<double>, std::uint32_t> rows_;
};

void pack_leaves(const Tree& t, PackedTree& p) {
  const std::size_t width = t.value_width();
  std::vector<double> counts, weights;
  std::vector<float> impurities;
  impurities.reserve(p.n_leaves());
  SharePool pool(t, p.share_pool);
  (t.n_classes.empty() ? p.numbers.reserve(p.n_leaves() * width) : p.share_rows.reserve(p.n_leaves()));
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.kind[i] != NodeKind::leaf) continue;
    const double* value = &t.value[i * width];
    if (t.n_classes.empty())
      p.numbers.insert(p.numbers.end(), value, value + width);
    else
      p.share_rows.push_back(pool.row(value));
    counts.push_back(static_cast<double>(t.count[i]));
    weights.push_back(t.weight[i]);
    impurities.push_back(static_cast<float>(t.impurity[i]));
  }
  p.share_pool.shrink_to_fit();
  p.count = squeeze(counts);
  if (weights != counts) p.weight = squeeze(weights);
  const bool pure = std::all_of(impurities.begin(), impurities.end(), [](float x) { return x == 0; });
  if (!pure) p.leaf_impurity = std::move(impurities);
}

template <class T>
std::vector<T> of_inner_nodes(const Tree& t, const std::vector<double>& array, std::size_t width = 1) {
  std::vector<T> inner;
  inner.reserve(t.size() / 2 * width);
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.kind[i] != NodeKind::leaf)
      for (std::size_t j = 0; j < width; ++j) inner.push_back(static_cast<T>(array[i * width + j]));
  return inner;
}

// Whether numbers agree up to a share of their own size, and to one of the largest.
bool agree(const std::vector<double>& a, const std::vector<double>& b, double relative, double of_largest) {
  double largest = 0;
  for (const double x : b) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= relative * std::abs(b[i]) + of_largest * largest)) return false;
  return true;
}

bool same_heavier_sides(const Tree& a, const Tree& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a.kind[i] != NodeKind::leaf && a.heaviest_child(i) != b.heaviest_child(i)) return false;
  return true;
}

// Keeps of the inner nodes what does not follow from the leaves. False if the weights do not.
bool keep_the_rest(const Tree& t, PackedTree& p) {
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
  if (!agree(derived.impurity, t.impurity, 1e-6, 1e-9)) p.inner_impurity = of_inner_nodes<float>(t, t.impurity);
  return derived.count == t.count;
}

}  // namespace

void pack_into(Forest& forest, const Tree& tree) {
  forest.require_shape_of(tree);
  if (!can_pack(tree)) return forest.add(tree);
  PackedTree packed;
  packed.splits.reserve(tree.size() / 2);
  for (std::size_t i = 0; i < tree.size(); ++i)
    if (tree.kind[i] != NodeKind::leaf) packed.splits.push_back(pack_split(tree, i));
  set_ranks(packed.splits);
  packed.set_words = tree.set_words;
  pack_leaves(tree, packed);
  if (!keep_the_rest(tree, packed)) return forest.add(tree);
  forest.add(std::move(packed));
}

Forest pack_forest(const std::vector<const Tree*>& trees) {
  require(!trees.empty(), "a forest is made of at least one tree");
  Forest forest(*trees.front());
  for (const Tree* tree : trees) pack_into(forest, *tree);
  return forest;
}

}  // namespace spinney
