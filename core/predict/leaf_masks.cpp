// Vectorized evaluation of all splits of a small tree.
#include "predict/leaf_masks.h"

#include <cstring>

#include "base/clones.h"
#include "base/round_down.h"
#include "predict/compiled.h"

namespace spinney {
namespace {

// Bits [first, first + n).
template <class Word>
Word bits_from(std::size_t first, std::size_t n) {
  return n == 0 ? 0 : static_cast<Word>(~Word{0} >> (8 * sizeof(Word) - n)) << first;
}

}  // namespace

template <class Cell>
LeafMasks<Cell>::LeafMasks(const Tree& tree, const Slots& slots) {
  const LeafOrder order(tree);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    const auto left = static_cast<std::size_t>(tree.first_child[i]);
    const Word mask = bits_from<Word>(order.first[left], order.count[left]);
    if (tree.kind[i] == NodeKind::number)
      add_number(tree, i, mask, slots);
    else
      add_category(tree, i, mask, slots);
  }
}

template <class Cell>
void LeafMasks<Cell>::add_number(const Tree& tree, std::size_t node, Word left,
                                 const Slots& slots) {
  const bool missing_left = *goes_left(tree, node, SplitResult::missing);
  numbers_.insert(
      missing_left ? numbers_.begin() : numbers_.end(),
      {round_down<Cell>(tree.threshold[node]), left, slots.number_slot[tree.feature[node]]});
  n_missing_left_ += missing_left;
}

template <class Cell>
void LeafMasks<Cell>::add_category(const Tree& tree, std::size_t node, Word left,
                                   const Slots& slots) {
  const std::uint32_t slot = slots.category_slot[tree.feature[node]];
  if (kFirstLevel + slots.n_levels[slot] <= 8 * sizeof(Word)) {
    std::vector<Word> right;
    append_right_codes(tree, node, kFirstLevel + slots.n_levels[slot], right);
    small_sets_.push_back({left, right[0], slot});
    return;
  }
  const std::uint32_t n_codes = kFirstLevel + n_levels_seen(tree, node);
  large_sets_.push_back({left, slot, static_cast<std::uint32_t>(words_.size()), n_codes});
  append_right_codes(tree, node, n_codes, words_);
}

template <class Cell>
void LeafMasks<Cell>::test_large_sets(const RowBlock<Cell>& block, Word* remaining) const {
  constexpr std::uint32_t kBits = 8 * sizeof(Word);
  for (const LargeSet& node : large_sets_) {
    const Word* codes = block.codes(node.slot);
    const Word* words = &words_[node.first_word];
    for (std::size_t row = 0; row < block.width(); ++row) {
      const Word code = codes[row] < node.n_codes ? codes[row] : Word{kUnseenCode};
      const Word right = words[code / kBits] << code % kBits >> (kBits - 1);
      remaining[row] &= ~(-right & node.left);
    }
  }
}

template <class Cell>
template <std::size_t kLines>
SPINNEY_CLONES void LeafMasks<Cell>::find(const RowBlock<Cell>& block, Word* remaining) const {
  using Cells = typename Lanes<Cell>::Cells;
  using Words = typename Lanes<Cell>::Words;
  constexpr std::size_t kLanes = Lanes<Cell>::kCount;
  Words alive[kLines];
  for (Words& words : alive) words = ~Words{};

  // Without missing values all splits can use the first comparison.
  const std::size_t n_above = block.has_missing() ? n_missing_left_ : numbers_.size();
  for (std::size_t k = 0; k < n_above; ++k) {
    const Number& node = numbers_[k];
    const Cell* cells = block.numbers(0) + node.slot * kLines * kLanes;
    for (std::size_t i = 0; i < kLines; ++i) {
      Cells x;
      std::memcpy(&x, cells + i * kLanes, sizeof x);
      alive[i] &= ~(reinterpret_cast<Words>(x > node.threshold) & node.left);
    }
  }
  for (std::size_t k = n_above; k < numbers_.size(); ++k) {
    const Number& node = numbers_[k];
    const Cell* cells = block.numbers(0) + node.slot * kLines * kLanes;
    for (std::size_t i = 0; i < kLines; ++i) {
      Cells x;
      std::memcpy(&x, cells + i * kLanes, sizeof x);
      alive[i] &= reinterpret_cast<Words>(x <= node.threshold) | ~node.left;
    }
  }
  for (const SmallSet& node : small_sets_) {
    const Word* codes = block.codes(0) + node.slot * kLines * kLanes;
    for (std::size_t i = 0; i < kLines; ++i) {
      Words code;
      std::memcpy(&code, codes + i * kLanes, sizeof code);
      const Words right = (node.right_codes << code) >> (8 * sizeof(Word) - 1);
      alive[i] &= ~(-right & node.left);
    }
  }

  std::memcpy(remaining, alive, sizeof alive);
  if (!large_sets_.empty()) test_large_sets(block, remaining);
}

template <class Cell>
void LeafMasks<Cell>::find_leaves(const RowBlock<Cell>& block, Word* remaining) const {
  if (block.width() == kWideBlock)
    find<kWideBlock / Lanes<Cell>::kCount>(block, remaining);
  else
    find<kNarrowBlock / Lanes<Cell>::kCount>(block, remaining);
}

template class LeafMasks<float>;
template class LeafMasks<double>;

}  // namespace spinney
