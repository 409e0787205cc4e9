// Evaluation of a split of a packed tree.
#pragma once

#include <cstdint>

#include "model/packed_tree.h"
#include "predict/cell_copies.h"

namespace spinney {

inline bool code_goes_right(const PackedTree& tree, const PackedSplit& split, std::uint32_t code) {
  if (code == kMissingCode) return split.has(PackedSplit::kMissingRight);
  if (code == kUnknownCode) return split.has(PackedSplit::kUnknownRight);
  const auto [first, length] = split.set();
  const std::uint32_t level = code - kFirstLevel, word = level / 64;
  const auto has = [&](std::size_t at) { return (tree.set_words[at] >> level % 64 & 1) != 0; };
  if (code == kUnseenCode || word >= length || !has(first + length + word))
    return split.has(PackedSplit::kUnseenRight);
  return !has(first + word);
}

// 1 if a number goes right, else 0.
template <bool kMissing>
std::uint32_t number_goes_right(const PackedSplit& split, double x) {
  const std::uint32_t right = x > split.threshold;
  if (!kMissing) return right;
  return right | (static_cast<std::uint32_t>(x != x) &
                  (split.feature_and_flags / PackedSplit::kMissingRight));
}

// The same for a cell that is a number, or the code of a category.
template <bool kMissing, bool kCategories, class Cell>
std::uint32_t goes_right(const PackedTree& tree, const PackedSplit& split, Cell cell) {
  if (kCategories && split.has(PackedSplit::kCategory))
    return code_goes_right(tree, split, static_cast<std::uint32_t>(cell));
  return number_goes_right<kMissing>(split, static_cast<double>(cell));
}

}  // namespace spinney
