// Packing of a tree.
#include "model/tree_packer.h"

#include <algorithm>
#include <utility>

namespace spinney {

std::uint32_t SharePool::row(const double* value) {
  const double* one = std::find(value, value + n_pure_, 1.0);
  const bool pure = one != value + n_pure_ &&
                    std::count(value, value + width_, 0.0) + 1 == std::ptrdiff_t(width_);
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

PackedTree TreePacker::finish() {
  set_ranks(packed_.splits);
  packed_.share_pool = shares_.take();
  packed_.set_words.shrink_to_fit();
  packed_.count = compress_values(counts_);
  if (weights_ != counts_) packed_.weight = compress_values(weights_);
  if (!pure_) packed_.leaf_impurity = std::move(impurities_);
  return std::move(packed_);
}

}  // namespace spinney
