// Traversal by eight rows at a time; rows that reach a leaf are replaced without branches.
#include "predict/flat_tree.h"

#include <algorithm>
#include <limits>

#include "predict/cell_copies.h"
#include "predict/packed_split.h"

namespace spinney {
namespace {

constexpr std::size_t kLanes = 8;  // rows traversed in parallel
constexpr int kSteps = 6;          // splits between two checks for leaves

// Bits of a node below its child.
template <class Word>
std::uint32_t low_bits(std::size_t n_features) {
  return static_cast<std::uint32_t>(std::bit_width(sizeof(Word) * (n_features + 1) - 1));
}

}  // namespace

template <class Word>
bool FlatTree<Word>::can_hold(const PackedTree& tree, std::size_t n_features) {
  const std::uint32_t low = low_bits<Word>(n_features);
  return low < 32 && tree.n_nodes() <= std::size_t{1} << (32 - low);
}

// The key of the largest Word <= threshold, because rounding up adds at most one step.
template <class Word>
auto FlatTree<Word>::split_node(const PackedSplit& split, std::size_t k, bool has_missing) const
    -> Node {
  const auto cell = static_cast<std::uint32_t>(sizeof(Word) * (split.feature() + 1));
  if (split.has(PackedSplit::kCategory)) return {static_cast<Word>(k), cell | kCategory};
  const auto rounded = static_cast<typename FloatOf<Word>::type>(split.threshold);
  const Word threshold =
      order_key<Word>(rounded) - static_cast<Word>(static_cast<double>(rounded) > split.threshold);
  const bool right = has_missing && split.has(PackedSplit::kMissingRight);
  // At such a split cells are reduced by 1, which makes 0 the largest.
  return {static_cast<Word>(threshold - right), cell | (right ? kMissingRight : 0u)};
}

// Children are stored as leaves first; those with splits are replaced when their turn comes.
template <class Word>
void FlatTree<Word>::assign(const PackedTree& tree, std::size_t n_features, bool has_missing) {
  tree_ = &tree;
  row_words_ = n_features + 1;
  child_shift_ = low_bits<Word>(n_features);
  has_missing_ = has_missing;
  const std::size_t n = tree.splits.size();
  nodes_.resize(tree.n_nodes());
  inner_.resize(n + 2);
  inner_[0] = 0;
  for (std::uint32_t k = 0; k < n; ++k) {
    const PackedSplit& split = tree.splits[k];
    const std::uint32_t left = 2 * k + 1,
                        right_rank = split.rank + split.has(PackedSplit::kLeftIsInner);
    inner_[split.rank] = left;
    inner_[right_rank] = left + 1;
    nodes_[left] = {static_cast<Word>(left - split.rank), left << child_shift_};
    nodes_[left + 1] = {static_cast<Word>(left + 1 - right_rank), (left + 1) << child_shift_};
    Node node = split_node(split, k, has_missing);
    node.bits |= left << child_shift_;
    nodes_[inner_[k]] = node;
  }
}

template <class Word>
bool FlatTree<Word>::goes_right(const Node& category, std::uint32_t code) const {
  return code_goes_right(*tree_, tree_->splits[static_cast<std::size_t>(category.threshold)], code);
}

// Each lane takes several steps, at a leaf in place; then rows at leaves give way to the next ones.
template <class Word>
template <bool kMissing, bool kCategories>
void FlatTree<Word>::walk(const Word* cells, const Places& places, End* ends) const {
  const Node* nodes = nodes_.data();
  const std::size_t n = places.n, row_words = row_words_;
  const std::uint32_t child_shift = child_shift_;
  const std::uint32_t cell_bits = ((1u << child_shift) - 1) & ~kAllFlags;
  std::uint32_t at[kLanes];
  std::size_t k[kLanes], next = 0;
  const Word* row[kLanes];
  const auto move = [&](std::size_t i) {
    const Node& node = nodes[at[i]];
    const std::uint32_t bits = node.bits;
    Word cell = row[i][(bits & cell_bits) / sizeof(Word)];
    std::uint32_t child = bits >> child_shift;
    if (kMissing) cell -= bits & kMissingRight;
    if (kCategories && (bits & kCategory))
      child += goes_right(node, static_cast<std::uint32_t>(cell));
    else
      child += node.threshold < cell;
    at[i] = child;
  };
  const auto start = [&](std::size_t i, std::size_t place) {
    at[i] = 0;
    k[i] = std::min(place, n - 1);
    row[i] = cells + places[k[i]] * row_words;
  };
  const auto end_of = [&](std::size_t i) {
    return End{at[i], static_cast<std::uint32_t>(nodes[at[i]].threshold)};
  };

#pragma GCC unroll 8
  for (std::size_t i = 0; i < kLanes; ++i) start(i, next++);
  while (next + kLanes <= n) {
#pragma GCC unroll 8
    for (int step = 0; step < kSteps; ++step)
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kLanes; ++i) move(i);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLanes; ++i) {
      ends[k[i]] = end_of(i);  // replaced later if it is not a leaf
      const bool done = (nodes[at[i]].bits & cell_bits) == 0;
      k[i] = done ? next : k[i];
      at[i] = done ? 0 : at[i];
      next += done;
      row[i] = cells + places[k[i]] * row_words;
    }
  }
  // The last rows, in groups that end when all their rows have reached leaves.
  for (;;) {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t i = 0; i < kLanes; ++i) {
        const std::uint32_t before = at[i];
        move(i);
        moved |= at[i] != before;
      }
    }
    for (std::size_t i = 0; i < kLanes; ++i) ends[k[i]] = end_of(i);
    if (next >= n) return;
    for (std::size_t i = 0; i < kLanes; ++i) start(i, next++);
  }
}

template <class Word>
void FlatTree<Word>::find_ends(const Word* cells, const Places& places, End* ends) const {
  if (places.n == 0) return;
  if (!tree_->set_words.empty())
    walk<true, true>(cells, places, ends);
  else if (has_missing_)
    walk<true, false>(cells, places, ends);
  else
    walk<false, false>(cells, places, ends);
}

template class FlatTree<std::uint32_t>;
template class FlatTree<std::uint64_t>;

}  // namespace spinney
