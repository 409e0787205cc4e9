// The shape of a tree before it is grown.
#pragma once

#include <algorithm>

#include "grow/open_node.h"

namespace spinney {

// A tree without nodes: features, outputs, classes and routes.
inline Tree shape_for(const EncodedMatrix& matrix, const Targets& targets,
                      const TreeOptions& options) {
  Tree shape;
  shape.n_features = static_cast<std::uint32_t>(matrix.columns.size());
  shape.n_outputs = static_cast<std::uint32_t>(targets.n_outputs);
  shape.n_classes = targets.n_classes;
  shape.missing_route = options.missing_routes;
  shape.unknown_route = options.unknown_routes;
  return shape;
}

// An upper bound for a subtree of binary splits, an estimate for others.
inline std::size_t max_nodes(const TreeOptions& options, const OpenNode& root) {
  const std::size_t leaf = std::max<std::size_t>(options.min_samples_leaf, 1),
                    max_count = 2 * root.size() / leaf;
  const int levels = options.max_depth - root.depth;
  return levels < 20 ? std::min(max_count, std::size_t{2} << std::max(levels, 0)) : max_count;
}

}  // namespace spinney
