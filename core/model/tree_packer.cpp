#include "model/tree_packer.h"

#include <algorithm>
#include <utility>

namespace spinney {

std::uint32_t SharePool::row(const double* value) {
  const double* one = std::find(value, value + n_pure_, 1.0);
  const bool pure = one != value + n_pure_ && std::count(value, value + width_, 0.0) + 1 == std::ptrdiff_t(width_);
  if (pure) return static_cast<std::uint32_t>(one - value);
  const auto next = static_cast<std::uint32_t>(n_pure_ + rows_.size());
  const auto [found, is_new] = rows_.try_emplace(std::vector<double>(value, value + width_), next);
  if (is_new) pool_.insert(pool_.end(), value, value + width_);
  return found->second;
}

std::vector<double> SharePool::take() {
  pool_.shrink_to_fit();
  return std::move(pool_);
}

TreePacker::TreePacker(const Tree& shape, std::size_t n_leaves)
    : classes_(!shape.n_classes.empty()), width_(shape.value_width()), shares_(shape) {
  packed_.splits.reserve(n_leaves - 1);
  if (classes_)
    packed_.share_rows.reserve(n_leaves);
  else
    packed_.numbers.reserve(n_leaves * width_);
  counts_.reserve(n_leaves);
  weights_.reserve(n_leaves);
  impurities_.reserve(n_leaves);
}

void TreePacker::add_split(const DraftNode& node, std::uint32_t ways, const Tree& pool) {
  std::uint32_t question = static_cast<std::uint32_t>(node.feature) | ways;
  if (node.missing_child == 0) question |= PackedSplit::kMissingLeft;
  double threshold = node.threshold;
  if (node.kind == NodeKind::category) {
    question |= PackedSplit::kCategory;
    threshold = PackedSplit::set_bits({static_cast<std::uint32_t>(packed_.set_words.size()), node.set_length});
    const auto first = pool.set_words.begin() + node.set_first;
    packed_.set_words.insert(packed_.set_words.end(), first, first + 2 * std::ptrdiff_t{node.set_length});
  }
  if (n_nodes_ > 0)
    packed_.splits[(n_nodes_ - 1) / 2].question |=
        n_nodes_ % 2 == 1 ? PackedSplit::kLeftIsInner : PackedSplit::kRightIsInner;
  packed_.splits.push_back({threshold, question, 0});
  ++n_nodes_;
}

void TreePacker::add_leaf(const DraftNode& node, const double* value) {
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

PackedTree TreePacker::finish() {
  set_ranks(packed_.splits);
  packed_.share_pool = shares_.take();
  packed_.set_words.shrink_to_fit();
  packed_.count = squeeze(counts_);
  if (weights_ != counts_) packed_.weight = squeeze(weights_);
  if (!pure_) packed_.leaf_impurity = std::move(impurities_);
  return std::move(packed_);
}

}  // namespace spinney
