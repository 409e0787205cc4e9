// What is known of a tree before it grows.
#pragma once

#include <algorithm>

#include "grow/frontier.h"

namespace spinney {

// Features, outputs, classes and routes: a tree without nodes.
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

// Of a subtree of two-way splits; as a guess, for others.
inline std::size_t max_nodes(const TreeOptions& options, const OpenNode& root) {
  const std::size_t leaf = std::max<std::size_t>(options.min_samples_leaf, 1),
                    max_count = 2 * root.size() / leaf;
  const int levels = options.max_depth - root.depth;
  return levels < 20 ? std::min(max_count, std::size_t{2} << std::max(levels, 0)) : max_count;
}

}  // namespace spinney
