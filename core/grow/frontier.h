// The order in which open nodes are split.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/limits.h"

namespace spinney {

// With a limit on leaves: the node with the largest gain first (of equals, the one created first),
// or level by level. Without: the last node first, which keeps few nodes open.
template <class Node>
class Frontier {
 public:
  Frontier() = default;
  Frontier(const SizeLimits& limits, bool level_wise)
      : ordered_(limits.limits_leaves()), level_wise_(level_wise) {}

  bool empty() const { return entries_.empty(); }

  // Nodes are numbered in the order of their creation.
  void push(Node&& node, double gain, std::size_t number) {
    entries_.push_back({std::move(node), gain, number});
    if (ordered_) std::push_heap(entries_.begin(), entries_.end(), later());
  }

  Node pop() {
    if (ordered_) std::pop_heap(entries_.begin(), entries_.end(), later());
    Node node = std::move(entries_.back().node);
    entries_.pop_back();
    return node;
  }

 private:
  struct Entry {
    Node node;
    double gain;
    std::size_t number;
  };

  auto later() const {
    return [level_wise = level_wise_](const Entry& a, const Entry& b) {
      return level_wise || a.gain == b.gain ? a.number > b.number : a.gain < b.gain;
    };
  }

  bool ordered_ = false, level_wise_ = false;
  std::vector<Entry> entries_;
};

}  // namespace spinney
