// What can be said of a tree's questions beforehand, so that no row need ask how they treat it.
#pragma once

#include <optional>
#include <vector>

#include "predict/row_block.h"
#include "predict/split_decision.h"

namespace spinney {

// Whether a row without an answer goes left at a node. Nothing if that depends on its other values,
// or if it would go both ways or no further.
std::optional<bool> goes_left(const Tree& tree, std::size_t node,
                              SplitResult::AbsentKind absent_kind);

// Whether every row comes to a leaf by comparisons and sets alone.
bool is_plain(const Tree& tree);

// One more than the largest level that training saw in a node that asks for a category.
std::uint32_t n_levels_seen(const Tree& tree, std::size_t node);

// Whether a row with this code (see CategoryCode) goes right at a node that asks for a category.
bool code_goes_right(const Tree& tree, std::size_t node, std::uint32_t code);

// The same for codes [0, n_codes), a bit each, code 0 in the highest bit of the first word.
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

// The leaves below each node, when leaves are counted from left to right.
struct LeafOrder {
  explicit LeafOrder(const Tree& tree);
  std::vector<std::uint32_t> first, count;
};

// The features that plain trees ask.
Slots collect_slots(const std::vector<const Tree*>& trees);

// The largest Cell up to the threshold: cells compare with it as with the threshold itself.
template <class Cell>
Cell round_down(double threshold) {
  const auto rounded = static_cast<Cell>(threshold);
  if (static_cast<double>(rounded) <= threshold) return rounded;
  return std::nextafter(rounded, -std::numeric_limits<Cell>::infinity());
}

}  // namespace spinney
