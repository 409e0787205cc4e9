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

}  // namespace spinney
