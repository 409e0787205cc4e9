// Prediction engine for trees of any size: small nodes, traversed by several rows at a time to hide
// memory latency.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tree.h"
#include "predict/row_block.h"

namespace spinney {

class CompactTree {
 public:
  // Requires is_plain(tree).
  CompactTree(const Tree& tree, const Slots& slots);

  // The leaf of each row of the block, as a node index of the tree.
  void find_nodes(const RowBlock<double>& block, std::uint32_t* nodes) const;

 private:
  // Numbers above the threshold go to child + 1, others to child. A leaf is its own child and has
  // an infinite threshold.
  struct Node {
    double threshold;
    std::uint32_t slot;  // categorical split: first_set_ plus the index of its set
    std::uint32_t child;
  };
  struct Set {
    std::uint32_t slot;
    std::uint32_t first_word, n_codes;  // bits of the codes that go right; others are unseen
  };

  void add_set(const Tree& tree, std::size_t node, const Slots& slots);
  bool goes_right(const Set& set, std::uint64_t code) const;
  template <bool kMissing, bool kCategories>
  void walk(const RowBlock<double>& block, std::uint32_t* nodes) const;

  std::vector<Node> nodes_;
  std::vector<std::uint8_t> missing_right_;  // per node
  std::uint32_t first_set_;                  // above 0, so that leaves count as numeric
  std::vector<Set> sets_;
  std::vector<std::uint64_t> words_;
};

}  // namespace spinney
