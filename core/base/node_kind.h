// The kinds of nodes of a tree.
#pragma once

#include <cstdint>

namespace spinney {

// leaf       no split
// number     x <= threshold                              left, right
// category   category in a set                           left, right
// intervals  interval between cuts that contains x       a child per interval
// levels     category                                    a child per category seen in the node
// linear     sum of factor (x - center) <= threshold     left, right
// sphere     sum of factor (x - center)^2 <= threshold   left, right
enum class NodeKind : std::uint8_t {
  leaf = 0,
  number = 1,
  category = 2,
  intervals = 3,
  levels = 4,
  linear = 5,
  sphere = 6
};

// Whether a split combines several features by terms.
constexpr bool has_terms(NodeKind kind) {
  return kind == NodeKind::linear || kind == NodeKind::sphere;
}
// Whether the number of children is variable.
constexpr bool is_multiway(NodeKind kind) {
  return kind == NodeKind::intervals || kind == NodeKind::levels;
}

}  // namespace spinney
