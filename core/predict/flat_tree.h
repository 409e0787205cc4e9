// A packed tree as an array of all its nodes, for traversal by many rows without branches. Cells
// and thresholds are integers in the order of the numbers.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <vector>

#include "model/packed_tree.h"

namespace spinney {

// The node where a row ends, and its index among the leaves (only in packed trees).
struct End {
  std::uint32_t node, leaf;
};

// A subset of the rows of a batch: those in a list, or n from `first` on.
struct Places {
  std::size_t n = 0;
  const std::uint32_t* list = nullptr;
  std::size_t first = 0;

  std::size_t operator[](std::size_t k) const { return list ? list[k] : first + k; }
  Places part(std::size_t begin, std::size_t end) const {
    return {end - begin, list ? list + begin : nullptr, first + begin};
  }
};

template <class Word>
struct FloatOf;
template <>
struct FloatOf<std::uint32_t> {
  using type = float;
};
template <>
struct FloatOf<std::uint64_t> {
  using type = double;
};

// Keys compare as the numbers do; -0 has the key of 0, and NaN the key 0, below all others.
template <class Word>
Word order_key(typename FloatOf<Word>::type x) {
  constexpr int kSign = 8 * sizeof(Word) - 1;
  const Word bits = std::bit_cast<Word>(x + 0);
  const Word key = bits ^ (-(bits >> kSign) | Word{1} << kSign);
  return x == x ? key : 0;
}

// Rows are n_features + 1 words: 0, then the keys of numbers or the codes of categories.
template <class Word>
class FlatTree {
 public:
  // Whether nodes can refer to all features and nodes.
  static bool can_hold(const PackedTree& tree, std::size_t n_features);

  // Replaces the tree, which must have splits and is referenced. Without `has_missing` no row has
  // missing numbers.
  void assign(const PackedTree& tree, std::size_t n_features, bool has_missing);

  void find_ends(const Word* cells, const Places& places, End* ends) const;

 private:
  // Numbers above the threshold go to child + 1, others to child. A leaf refers to the first cell,
  // which is 0, so its child is always itself; its threshold is its index among the leaves.
  struct Node {
    Word threshold;  // category: index of the split
    // From the lowest bit: missing numbers go right, category, (unused), cell, child.
    std::uint32_t bits;
  };
  enum Flag : std::uint32_t { kMissingRight = 1, kCategory = 2, kAllFlags = sizeof(Word) - 1 };

  Node split_node(const PackedSplit& split, std::size_t k, bool has_missing) const;
  bool goes_right(const Node& category, std::uint32_t code) const;
  template <bool kMissing, bool kCategories>
  void walk(const Word* cells, const Places& places, End* ends) const;

  const PackedTree* tree_ = nullptr;
  std::vector<Node> nodes_;           // as numbered by the packed tree
  std::vector<std::uint32_t> inner_;  // numbers of the inner nodes
  std::size_t row_words_ = 0;
  std::uint32_t child_shift_ = 0;
  bool has_missing_ = false;
};

}  // namespace spinney
