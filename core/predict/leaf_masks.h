// Small trees as sets of leaves. A row starts with all leaves of a tree, each question that sends
// it right takes the leaves of the left child away, and the leftmost leaf that remains is the
// row's. The order of the questions does not matter and none is skipped, so that several rows
// answer each of them at once, without a branch.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tree.h"
#include "predict/row_block.h"

namespace spinney {

template <class Cell>
class LeafMasks {
 public:
  using Word = typename Lanes<Cell>::Word;  // a bit per leaf, the leftmost one lowest
  static constexpr std::size_t kMaxLeaves = 8 * sizeof(Word);
  static constexpr std::size_t kWideBlock =
      8 * Lanes<Cell>::kCount;  // their words fill half of the registers
  static constexpr std::size_t kNarrowBlock = 8;

  // A tree that is_plain(), with up to kMaxLeaves leaves.
  LeafMasks(const Tree& tree, const Slots& slots);

  // The leaves that remain for each row of the block, which is kWideBlock or kNarrowBlock wide.
  void find_leaves(const RowBlock<Cell>& block, Word* remaining) const;

  // The row's leaf, counted from the left.
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
    std::uint32_t first_word, n_codes;  // the codes that go right; those from n_codes on are unseen
  };

  void add_number(const Tree& tree, std::size_t node, Word left, const Slots& slots);
  void add_category(const Tree& tree, std::size_t node, Word left, const Slots& slots);
  template <std::size_t kLines>
  void find(const RowBlock<Cell>& block, Word* remaining) const;
  void test_large_sets(const RowBlock<Cell>& block, Word* remaining) const;

  std::vector<Number> numbers_;
  std::size_t n_missing_left_ = 0;  // the first of them send missing values left, the others right
  std::vector<SmallSet> small_sets_;
  std::vector<LargeSet> large_sets_;
  std::vector<Word> words_;
};

}  // namespace spinney
