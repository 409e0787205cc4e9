// A forest: shape, members and their use of features.
#include "model/forest.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "base/pool.h"
#include "model/smoothing.h"
#include "model/tree_arrays.h"

namespace spinney {
namespace {

std::size_t bytes_of(const Tree& t) {
  std::size_t n = sizeof t;
  each_tree_array(t, [&]<class T>(const std::string&, const std::vector<T>& array) {
    n += array.capacity() * sizeof(T);
  });
  return n;
}

bool same_routes(const std::vector<MissingRoute>& a, const std::vector<MissingRoute>& b,
                 std::size_t n_features) {
  for (std::size_t f = 0; f < n_features; ++f)
    if ((a.empty() ? MissingRoute::learned : a[f]) != (b.empty() ? MissingRoute::learned : b[f]))
      return false;
  return true;
}

std::uint32_t n_levels_seen(const PackedTree& tree, const PackedSet& set) {
  for (std::uint32_t word = set.length; word-- > 0;)
    if (const std::uint64_t bits = tree.set_words[set.first + set.length + word])
      return 64 * word + static_cast<std::uint32_t>(std::bit_width(bits));
  return 0;
}

void merge_use(FeatureUse& of, const FeatureUse& more) {
  of.number |= more.number;
  of.n_levels = std::max(of.n_levels, more.n_levels);
  require(!of.number || of.n_levels == 0,
          "a feature is a number for a tree of the forest and a category for another");
}

void note_feature_uses(const PackedTree& tree, std::vector<FeatureUse>& feature_uses) {
  for (const PackedSplit& split : tree.splits) {
    const bool category = split.has(PackedSplit::kCategory);
    if (split.feature() >= feature_uses.size()) feature_uses.resize(split.feature() + 1);
    merge_use(feature_uses[split.feature()],
              {!category, category ? std::max(1u, n_levels_seen(tree, split.set())) : 0});
  }
}

}  // namespace

Forest::Forest(const Tree& tree) : shape_(shape_of(tree)) {}

void Forest::require_shape_of(const Tree& tree) const {
  const Tree &a = shape_, &b = tree;
  require(a.n_features == b.n_features, "the trees of a forest differ in the number of features");
  require(a.n_outputs == b.n_outputs && a.n_classes == b.n_classes,
          "the trees of a forest differ in outputs or classes");
  require(same_routes(a.missing_route, b.missing_route, a.n_features) &&
              same_routes(a.unknown_route, b.unknown_route, a.n_features),
          "the trees of a forest differ in what they do with missing values");
}

std::size_t Forest::n_nodes_of(std::size_t i) const {
  return packed(i) ? packed(i)->n_nodes() : whole(i)->size();
}

std::size_t Forest::n_nodes() const {
  std::size_t n = 0;
  for (std::size_t i = 0; i < size(); ++i) n += n_nodes_of(i);
  return n;
}

std::size_t Forest::n_bytes() const {
  std::size_t n = bytes_of(shape_) + members_.capacity() * sizeof(Member) +
                  feature_uses_.capacity() * sizeof(FeatureUse);
  for (std::size_t i = 0; i < size(); ++i) {
    n += packed(i) ? packed(i)->n_bytes() : bytes_of(*whole(i));
    if (members_[i].shares) n += members_[i].shares->capacity() * sizeof(float);
  }
  return n;
}

Tree Forest::tree(std::size_t i) const {
  return packed(i) ? unpack(*packed(i), shape_, shares(i)) : *whole(i);
}

void Forest::add(PackedTree tree) {
  note_feature_uses(tree, feature_uses_);
  members_.push_back({std::make_shared<const PackedTree>(std::move(tree)), nullptr, nullptr});
  kept_.clear();
}

void Forest::add(Tree tree) {
  members_.push_back({nullptr, std::make_shared<const Tree>(std::move(tree)), nullptr});
  kept_.clear();
}

void Forest::append(const Forest& other) {
  if (other.members_.empty()) return;
  if (members_.empty()) {
    *this = other;
    return;
  }
  require_shape_of(other.shape_);
  kept_.clear();
  members_.reserve(members_.size() + other.members_.size());
  for (std::size_t i = 0, n = other.size(); i < n; ++i)
    members_.push_back(other.members_[i]);  // other may be *this
  feature_uses_.resize(std::max(feature_uses_.size(), other.feature_uses_.size()));
  for (std::size_t f = 0; f < other.feature_uses_.size(); ++f)
    merge_use(feature_uses_[f], other.feature_uses_[f]);
}

Forest Forest::sliced(std::size_t first, std::size_t last) const {
  require(first <= last && last <= size(), "the forest has no such trees");
  Forest part = *this;
  part.members_.assign(members_.begin() + static_cast<std::ptrdiff_t>(first),
                       members_.begin() + static_cast<std::ptrdiff_t>(last));
  return part;
}

Forest Forest::without_statistics() const {
  Forest result = *this;
  for (Member& member : result.members_)
    if (member.whole)
      member.whole = std::make_shared<const Tree>(spinney::without_statistics(*member.whole));
  return result;
}

void Forest::Kept::clear() {
  const std::lock_guard lock(mutex);
  members.clear();
}

Forest::Member Forest::smoothed_member(std::size_t i, double strength) const {
  Tree tree = this->tree(i);
  std::vector<double> values = smoothed_values(tree, strength);
  if (packed(i))
    return {members_[i].packed, nullptr,
            std::make_shared<const std::vector<float>>(leaf_shares(tree, values))};
  tree.value = std::move(values);
  return {nullptr, std::make_shared<const Tree>(std::move(tree)), nullptr};
}

Forest Forest::smoothed(double strength, int n_threads, Interrupt& interrupt) const {
  require(!shape_.n_classes.empty(), "smoothing is for class shares");
  require(strength >= 0 && std::isfinite(strength), "the strength of smoothing is invalid");
  Forest result = *this;
  const std::lock_guard lock(kept_.mutex);
  if (kept_.members.empty() || kept_.strength != strength) {
    std::vector<Member> members(size());
    parallel_for(std::max(1, n_threads), size(), interrupt,
                 [&](std::size_t i, int) { members[i] = smoothed_member(i, strength); });
    kept_.members = std::move(members);
    kept_.strength = strength;
  }
  result.members_ = kept_.members;
  return result;
}

}  // namespace spinney
