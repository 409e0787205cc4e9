// QuickScorer-style prediction for small trees. A row starts with the set of all leaves; each split
// that sends it right removes the leaves of the left child, and the leftmost remaining leaf is the
// result. All splits are evaluated in any order, so several rows are processed without branches.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tree.h"
#include "predict/row_block.h"

namespace spinney {

template <class Cell>
class LeafMasks {
 public:
  using Word = typename Lanes<Cell>::Word;  // a bit per leaf; the leftmost leaf is the lowest bit
  static constexpr std::size_t kMaxLeaves = 8 * sizeof(Word);
  static constexpr std::size_t kWideBlock = 8 * Lanes<Cell>::kCount;  // half of the registers
  static constexpr std::size_t kNarrowBlock = 8;

  // Requires is_plain(tree) and at most kMaxLeaves leaves.
  LeafMasks(const Tree& tree, const Slots& slots);

  // The remaining leaves of each row of the block, whose width is kWideBlock or kNarrowBlock.
  void find_leaves(const RowBlock<Cell>& block, Word* remaining) const;

  // The leftmost leaf, counted from the left.
  static std::size_t leftmost(Word remaining) {
    return static_cast<std::size_t>(sizeof(Word) == 4
                                        ? __builtin_ctz(static_cast<std::uint32_t>(remaining))
                                        : __builtin_ctzll(remaining));
  }

 private:
  struct Number {
    Cell threshold;
    Word left;  // the leaves of the left child
    std::uint32_t slot;
  };
  struct SmallSet {
    Word left;
    Word right_codes;  // the codes that go right, code 0 in the highest bit
    std::uint32_t slot;
  };
  struct LargeSet {
    Word left;
    std::uint32_t slot;
    std::uint32_t first_word, n_codes;  // the codes that go right; larger codes are unseen
  };

  void add_number(const Tree& tree, std::size_t node, Word left, const Slots& slots);
  void add_category(const Tree& tree, std::size_t node, Word left, const Slots& slots);
  template <std::size_t kLines>
  void find(const RowBlock<Cell>& block, Word* remaining) const;
  void test_large_sets(const RowBlock<Cell>& block, Word* remaining) const;

  std::vector<Number> numbers_;
  std::size_t n_missing_left_ = 0;  // these come first and send missing values left
  std::vector<SmallSet> small_sets_;
  std::vector<LargeSet> large_sets_;
  std::vector<Word> words_;
};

}  // namespace spinney
