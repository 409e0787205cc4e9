// A compact tree of binary splits on numbers and categories. Nodes are numbered level by level, so
// the k-th inner node has the children 2k + 1 and 2k + 2. Statistics that can be derived from the
// leaves are not stored.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "model/tree.h"

namespace spinney {

// Categories that go left, and categories seen in training: `length` words each, as in Tree.
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
    kMissingLeft = 1u << 28,  // as Tree::missing_child; the other three route rows in prediction
    kMissingRight = 1u << 29,
    kUnknownRight = 1u << 30,
    kUnseenRight = 1u << 31,
  };
  double threshold;  // of a category: PackedSet as bits
  std::uint32_t feature_and_flags;
  std::uint32_t rank;  // inner nodes before the left child

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

  // Values of leaves: numbers, or rows of class shares. With one output the first rows, one per
  // class, stand for pure leaves and are not in the pool.
  std::vector<double> numbers;            // leaves x value_width()
  std::vector<std::uint32_t> share_rows;  // per leaf
  std::vector<double> share_pool;

  // Per leaf, with as many bytes as the largest value needs.
  std::vector<std::uint8_t> count;
  std::vector<std::uint8_t> weight;  // 8 bytes: float64; empty: equal to the counts

  // Empty if they can be derived.
  std::vector<double> inner_value;
  std::vector<float> gain, inner_impurity;
  std::vector<float> leaf_impurity;  // empty: 0

  std::size_t n_leaves() const { return splits.size() + 1; }
  std::size_t n_nodes() const { return 2 * splits.size() + 1; }
  std::size_t n_bytes() const;
};

// Calls f(name, member) for every array except the splits.
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

// Sets the ranks of the splits from their flags. Throws InvalidArgument if the flags are
// inconsistent.
void set_ranks(std::vector<PackedSplit>& splits);

// `shape` is a tree without nodes: features, outputs, classes and routes. `shares`, if not null,
// replace the values of the leaves (model/smoothing.h).
Tree unpack(const PackedTree& packed, const Tree& shape, const float* shares = nullptr);

// Derives counts, weights, values, gains and impurities of inner nodes that are not stored.
void derive_inner(const PackedTree& packed, Tree& tree);

// Throws InvalidArgument unless every array fits the others and every index is in range.
void check_packed(const PackedTree& packed, const Tree& shape);

// Integers below 2^32 in 1, 2 or 4 bytes each, other numbers as float64.
std::vector<std::uint8_t> compress_values(const std::vector<double>& numbers);
double compressed_value(const std::vector<std::uint8_t>& bytes, std::size_t n, std::size_t i);

}  // namespace spinney
