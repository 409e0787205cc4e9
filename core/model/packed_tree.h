// A plain tree in few bytes. Nodes are numbered level by level, so that inner node k (of inner
// nodes only) has the children 2k + 1 and 2k + 2; and what follows from the leaves is not kept.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "model/tree.h"

namespace spinney {

// Levels that go left, and levels that training saw: `length` words each, as in Tree.
struct PackedSet {
  std::uint32_t first, length;
};

// An inner node. Flags share a word with the feature.
struct PackedSplit {
  enum Flag : std::uint32_t {
    kFeature = (1u << 25) - 1,
    kLeftIsInner = 1u << 25,
    kRightIsInner = 1u << 26,
    kCategory = 1u << 27,
    kMissingLeft =
        1u
        << 28,  // as Tree::missing_child; the others say where a row without an answer really goes
    kMissingRight = 1u << 29,
    kUnknownRight = 1u << 30,
    kUnseenRight = 1u << 31,
  };
  double threshold;                 // of a category: the bits of its set
  std::uint32_t feature_and_flags;  // feature and flags
  std::uint32_t rank;               // inner nodes before the left child

  std::uint32_t feature() const { return feature_and_flags & kFeature; }
  bool has(Flag flag) const { return (feature_and_flags & flag) != 0; }
  PackedSet set() const {
    const auto bits = std::bit_cast<std::uint64_t>(threshold);
    return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
  }
  static double set_bits(PackedSet set) {
    return std::bit_cast<double>(std::uint64_t{set.first} << 32 | set.length);
  }
};

struct PackedTree {
  std::vector<PackedSplit> splits;  // by inner node
  std::vector<std::uint64_t> set_words;

  // What leaves say: numbers, or rows of shares. With one output the first rows of shares, one per
  // class, are not in the pool: all of the leaf is of that class.
  std::vector<double> numbers;            // leaves x value_width()
  std::vector<std::uint32_t> share_rows;  // per leaf
  std::vector<double> share_pool;

  // Per leaf, in as many bytes as the largest needs.
  std::vector<std::uint8_t> count;
  std::vector<std::uint8_t> weight;  // 8 bytes: float64. Empty: the counts

  // Kept only where they do not follow from the rest.
  std::vector<double> inner_value;
  std::vector<float> gain, inner_impurity;
  std::vector<float> leaf_impurity;  // empty: 0

  std::size_t n_leaves() const { return splits.size() + 1; }
  std::size_t n_nodes() const { return 2 * splits.size() + 1; }
  std::size_t n_bytes() const;
};

// f(name, member) for every array but the splits.
template <class F>
void each_packed_array(F&& f) {
  f("set_words", &PackedTree::set_words);
  f("numbers", &PackedTree::numbers);
  f("share_rows", &PackedTree::share_rows);
  f("share_pool", &PackedTree::share_pool);
  f("count", &PackedTree::count);
  f("weight", &PackedTree::weight);
  f("inner_value", &PackedTree::inner_value);
  f("gain", &PackedTree::gain);
  f("inner_impurity", &PackedTree::inner_impurity);
  f("leaf_impurity", &PackedTree::leaf_impurity);
}

// Sets the ranks of the splits from their flags. Throws InvalidArgument if the flags make no tree.
void set_ranks(std::vector<PackedSplit>& splits);

// `shape` is a tree without nodes: features, outputs, classes and routes.
Tree unpack(const PackedTree& packed, const Tree& shape);

// Sets counts, weights, values, gains and impurities of the inner nodes of a tree from its leaves
// and from what is kept.
void derive_inner(const PackedTree& packed, Tree& tree);

// Throws InvalidArgument unless every array fits the others and every index is in range.
void check_packed(const PackedTree& packed, const Tree& shape);

// Whole numbers below 2^32, or any numbers as float64, in as few bytes as they all fit.
std::vector<std::uint8_t> compress_values(const std::vector<double>& numbers);
double compressed_value(const std::vector<std::uint8_t>& bytes, std::size_t n, std::size_t i);

}  // namespace spinney
