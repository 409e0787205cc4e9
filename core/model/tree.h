// The one tree form: arrays with an entry per node. Children are neighbours (right = left + 1) and have larger numbers
// than their parent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spinney {

enum class NodeKind : std::uint8_t { leaf = 0, number = 1, category = 2 };

struct Tree {
  std::uint32_t n_features = 0;
  std::uint32_t n_outputs = 1;
  std::vector<std::uint32_t> n_classes;  // per output; empty for regression

  std::vector<NodeKind> kind;
  std::vector<std::int32_t> feature;       // -2 in leaves
  std::vector<double> threshold;           // number: <= goes left; -2 in leaves, NaN for categories
  std::vector<std::int32_t> first_child;   // -1 in leaves
  std::vector<std::uint8_t> missing_left;  // where a missing or unknown value goes
  std::vector<double> impurity, gain, weight;
  std::vector<std::int64_t> count;
  std::vector<double> value;  // nodes x value_width()

  // category: words[first .. first + length) of the pool; a set bit sends its level left.
  std::vector<std::uint32_t> set_first, set_length;
  std::vector<std::uint64_t> set_words;

  std::size_t size() const { return kind.size(); }
  std::size_t value_width() const {
    if (n_classes.empty()) return n_outputs;
    std::size_t width = 0;
    for (const auto k : n_classes) width += k;
    return width;
  }
  bool in_left_set(std::size_t node, std::uint32_t level) const {
    const std::uint32_t word = level / 64;
    return word < set_length[node] && (set_words[set_first[node] + word] >> (level % 64) & 1);
  }
};

std::size_t count_leaves(const Tree& tree);
int depth_of(const Tree& tree);
// Sums of the splits' gains by feature.
std::vector<double> importances(const Tree& tree, bool normalize);

// Throws InvalidArgument unless every array fits the others and every index is in range.
void check_tree(const Tree& tree);

}  // namespace spinney
