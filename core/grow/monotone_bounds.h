// What children inherit: bounds on their values, and the features that were asked above them.
#pragma once

#include <algorithm>

#include "grow/frontier.h"

namespace spinney {

inline void clip_value(OpenNode& node) {
  auto& value = node.summary.value;
  if (!node.subset->data.targets.classification()) {
    value[0] = std::clamp(value[0], node.lower, node.upper);
  } else if (value.size() == 2) {
    value[1] = std::clamp(value[1], node.lower, node.upper);
    value[0] = 1 - value[1];
  }
}

// A constrained split keeps its children, and all below them, on their sides of the middle.
// `direction` is that of the feature asked, 0 for none.
inline void bound_children(ReadyNode& ready, int direction) {
  OpenNode &left = ready.children[0], &right = ready.children[1];
  const std::size_t at = left.subset->data.targets.classification() ? 1 : 0;
  if (direction != 0) {
    // Rows that had no part in the search may have moved the values out of bounds.
    const double middle =
        std::clamp((left.summary.value[at] + right.summary.value[at]) / 2, left.lower, left.upper);
    (direction > 0 ? left.upper : right.upper) = middle;
    (direction > 0 ? right.lower : left.lower) = middle;
  }
  clip_value(left);
  clip_value(right);
}

inline void extend_paths(ReadyNode& ready) {
  for (OpenNode& child : ready.children) {
    child.path = ready.node.path;
    child.path.push_back(ready.split.feature);
  }
}

}  // namespace spinney
