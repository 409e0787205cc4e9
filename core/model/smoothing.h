// Class shares of nodes, shrunk toward those of their ancestors (hierarchical shrinkage), and their
// compact form for the leaves of packed trees.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tree.h"

namespace spinney {

// Values of all nodes. That of the root does not change; that of a child is the result of its
// parent plus (child - parent) / (1 + strength / weight of the parent), in terms of the values of
// the tree.
std::vector<double> smoothed_values(const Tree& tree, double strength);

// Values of the leaves in order, rounded to single precision.
std::vector<float> leaf_shares(const Tree& tree, const std::vector<double>& values);

// Calls use(j, share) for a leaf's rounded shares, scaled to a sum of 1 for each output.
template <class Use>
void each_share(const Tree& shape, const float* shares, Use&& use) {
  std::size_t first = 0;
  for (const std::uint32_t n : shape.n_classes) {
    double sum = 0;
    for (std::size_t j = first; j < first + n; ++j) sum += shares[j];
    for (std::size_t j = first; j < first + n; ++j) use(j, shares[j] / sum);
    first += n;
  }
}

}  // namespace spinney
