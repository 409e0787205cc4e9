// Packs a tree whose nodes are added level by level.
#pragma once

#include <map>
#include <vector>

#include "model/draft.h"
#include "model/packed_tree.h"

namespace spinney {

// Distinct rows of class shares.
class SharePool {
 public:
  explicit SharePool(const Tree& shape)
      : width_(shape.value_width()), n_pure_(shape.n_outputs == 1 ? shape.value_width() : 0) {}
  std::uint32_t row(const double* value);
  std::vector<double> take();

 private:
  std::size_t width_, n_pure_;
  std::vector<double> pool_;
  std::map<std::vector<double>, std::uint32_t> rows_;
};

class TreePacker {
 public:
  TreePacker(const Tree& shape, std::size_t n_leaves);

  // A split on a number or a category. `route_flags`: the flags that route rows in prediction;
  // `pool` has the sets of categories.
  void add_split(const DraftNode& node, std::uint32_t route_flags, const Tree& pool);
  void add_leaf(const DraftNode& node, const double* value);

  // Call after all nodes. Statistics of inner nodes are not stored; they can be derived.
  PackedTree finish();

 private:
  bool classes_;
  std::size_t width_, n_nodes_ = 0;
  PackedTree packed_;
  SharePool shares_;
  std::vector<double> counts_, weights_;
  std::vector<float> impurities_;
  bool pure_ = true;
};

inline void TreePacker::add_split(const DraftNode& node, std::uint32_t route_flags,
                                  const Tree& pool) {
  std::uint32_t feature_and_flags = static_cast<std::uint32_t>(node.feature) | route_flags;
  if (node.missing_child == 0) feature_and_flags |= PackedSplit::kMissingLeft;
  double threshold = node.threshold;
  if (node.kind == NodeKind::category) {
    feature_and_flags |= PackedSplit::kCategory;
    threshold = PackedSplit::set_bits(
        {static_cast<std::uint32_t>(packed_.set_words.size()), node.set_length});
    const auto first = pool.set_words.begin() + node.set_first;
    packed_.set_words.insert(packed_.set_words.end(), first,
                             first + 2 * std::ptrdiff_t{node.set_length});
  }
  if (n_nodes_ > 0)
    packed_.splits[(n_nodes_ - 1) / 2].feature_and_flags |=
        n_nodes_ % 2 == 1 ? PackedSplit::kLeftIsInner : PackedSplit::kRightIsInner;
  packed_.splits.push_back({threshold, feature_and_flags, 0});
  ++n_nodes_;
}

inline void TreePacker::add_leaf(const DraftNode& node, const double* value) {
  if (classes_)
    packed_.share_rows.push_back(shares_.row(value));
  else
    for (std::size_t j = 0; j < width_; ++j) packed_.numbers.push_back(value[j]);
  counts_.push_back(static_cast<double>(node.count));
  weights_.push_back(node.weight);
  impurities_.push_back(static_cast<float>(node.impurity));
  pure_ &= impurities_.back() == 0;
  ++n_nodes_;
}

}  // namespace spinney
