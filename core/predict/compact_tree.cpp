// Compact nodes, traversed by groups of eight rows.
#include "predict/compact_tree.h"

#include <limits>

#include "predict/compiled.h"

namespace spinney {

CompactTree::CompactTree(const Tree& tree, const Slots& slots)
    : nodes_(tree.size()),
      missing_right_(tree.size()),
      first_set_(std::max<std::uint32_t>(1, static_cast<std::uint32_t>(slots.numbers.size()))) {
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const auto child = static_cast<std::uint32_t>(tree.first_child[i]);
    if (tree.kind[i] == NodeKind::leaf) {
      nodes_[i] = {std::numeric_limits<double>::infinity(), 0, i};
    } else if (tree.kind[i] == NodeKind::number) {
      nodes_[i] = {tree.threshold[i], slots.number_slot[tree.feature[i]], child};
      missing_right_[i] = !*goes_left(tree, i, SplitResult::missing);
    } else {
      nodes_[i] = {0.0, first_set_ + static_cast<std::uint32_t>(sets_.size()), child};
      add_set(tree, i, slots);
    }
  }
}

void CompactTree::add_set(const Tree& tree, std::size_t node, const Slots& slots) {
  const std::uint32_t n_codes = kFirstLevel + n_levels_seen(tree, node);
  sets_.push_back({slots.category_slot[tree.feature[node]],
                   static_cast<std::uint32_t>(words_.size()), n_codes});
  append_right_codes(tree, node, n_codes, words_);
}

inline bool CompactTree::goes_right(const Set& set, std::uint64_t code) const {
  if (code >= set.n_codes) code = kUnseenCode;
  return words_[set.first_word + code / 64] << code % 64 >> 63;
}

// Processes rows in groups; a group ends when all its rows have reached leaves.
template <bool kMissing, bool kCategories>
void CompactTree::walk(const RowBlock<double>& block, std::uint32_t* nodes) const {
  constexpr std::size_t kGroup = 8;
  const double* cells = block.numbers(0);
  const std::size_t width = block.width();
  for (std::size_t first = 0; first < width; first += kGroup) {
    std::uint32_t at[kGroup] = {}, moved = 1;
    while (moved) {
      moved = 0;
      for (std::size_t i = 0; i < kGroup; ++i) {
        const Node& node = nodes_[at[i]];
        std::uint32_t next = node.child;
        if (kCategories && node.slot >= first_set_) {
          const Set& set = sets_[node.slot - first_set_];
          next += goes_right(set, block.codes(set.slot)[first + i]);
        } else {
          const double x = cells[node.slot * width + first + i];
          next += x > node.threshold;
          if (kMissing) next += (x != x) & missing_right_[at[i]];
        }
        moved |= next ^ at[i];
        at[i] = next;
      }
    }
    std::copy_n(at, kGroup, nodes + first);
  }
}

void CompactTree::find_nodes(const RowBlock<double>& block, std::uint32_t* nodes) const {
  if (!sets_.empty())
    walk<true, true>(block, nodes);
  else if (block.has_missing())
    walk<true, false>(block, nodes);
  else
    walk<false, false>(block, nodes);
}

}  // namespace spinney
