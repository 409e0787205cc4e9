// Cost-complexity pruning: which node is the weakest link at which price of a leaf.
#pragma once

#include <vector>

#include "model/tree.h"

namespace spinney {

struct WeakestLinks {
  std::vector<double> alpha;       // of each step, rising; the first is 0, the whole tree
  std::vector<double> total_risk;  // of the tree after each step
  std::vector<double>
      node_alpha;  // per node: from here on it is a leaf or gone; 0 in the tree's own leaves
};

// `risk` is what each node costs as a leaf; the costs of leaves add up. One pass serves every
// alpha: the tree for alpha keeps the splits of the nodes with node_alpha > alpha.
WeakestLinks weakest_links(const Tree& tree, const std::vector<double>& risk);

}  // namespace spinney
