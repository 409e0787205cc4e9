// Trees that answer together, packed: what can be computed from the rest is not kept.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tree.h"

namespace spinney {

class Forest {
 public:
  Forest() = default;
  // All of one shape: features, outputs, classes, routes.
  explicit Forest(const std::vector<Tree>& trees);

  std::size_t size() const;     // trees
  std::size_t n_nodes() const;  // of all of them
  std::size_t n_bytes() const;  // in memory
  std::size_t n_nodes_of(std::size_t tree) const;

  // In full.
  Tree tree(std::size_t i) const;
  void append(const Forest& other);
  Forest sliced(std::size_t first, std::size_t last) const;
};

}  // namespace spinney
