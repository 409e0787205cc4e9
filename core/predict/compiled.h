// Properties of splits that do not depend on the row, used to compile trees for fast prediction.
#pragma once

#include <optional>
#include <vector>

#include "predict/row_block.h"
#include "predict/split_decision.h"

namespace spinney {

// Whether a row with an absent value goes left at a node. No result if that depends on its other
// values, or if the row is divided or stops.
std::optional<bool> goes_left(const Tree& tree, std::size_t node,
                              SplitResult::AbsentKind absent_kind);

// Whether thresholds and category sets alone determine the leaf of every row.
bool is_plain(const Tree& tree);

// One more than the largest level that a categorical split saw in training.
std::uint32_t n_levels_seen(const Tree& tree, std::size_t node);

// Whether a row with this code (see CategoryCode) goes right at a categorical split.
bool code_goes_right(const Tree& tree, std::size_t node, std::uint32_t code);

// The same for codes [0, n_codes) as bits; code 0 is the highest bit of the first word.
template <class Word>
void append_right_codes(const Tree& tree, std::size_t node, std::uint32_t n_codes,
                        std::vector<Word>& words) {
  constexpr std::uint32_t kBits = 8 * sizeof(Word);
  const std::size_t first = words.size();
  words.resize(first + (n_codes + kBits - 1) / kBits);
  for (std::uint32_t code = 0; code < n_codes; ++code)
    if (code_goes_right(tree, node, code))
      words[first + code / kBits] |= Word{1} << (kBits - 1 - code % kBits);
}

// The range of leaves below each node; leaves are numbered from left to right.
struct LeafOrder {
  explicit LeafOrder(const Tree& tree);
  std::vector<std::uint32_t> first, count;
};

// The features used by plain trees.
Slots collect_slots(const std::vector<const Tree*>& trees);

// The values of the nodes of a tree, with the terms of linear leaves.
class LinearValues {
 public:
  // No terms: all leaves are constant.
  LinearValues() = default;
  LinearValues(const Tree& tree, const Slots& slots);

  bool any() const { return !terms_.empty(); }
  // The value of a leaf for row r of a block.
  template <class Cell>
  double value(std::size_t leaf, const RowBlock<Cell>& block, std::size_t r) const {
    double sum = values_[leaf];
    for (std::uint32_t k = first_[leaf]; k < first_[leaf + 1]; ++k) {
      const SlotTerm& t = terms_[k];
      sum += leaf_term(t.factor, t.center, t.reach, block.numbers(t.slot)[r]);
    }
    return sum;
  }

 private:
  struct SlotTerm {
    double factor, center, reach;
    std::uint32_t slot;
  };
  std::vector<double> values_;
  std::vector<std::uint32_t> first_;  // by node
  std::vector<SlotTerm> terms_;
};

}  // namespace spinney
