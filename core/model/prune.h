// Minimal cost-complexity pruning (ESL 9.2.2): the cost per leaf at which each node is collapsed.
#pragma once

#include <vector>

#include "model/tree.h"

namespace spinney {

struct WeakestLinks {
  std::vector<double> alpha;       // of each step, rising; the first is 0, the full tree
  std::vector<double> total_risk;  // of the tree after each step
  // Per node: the alpha from which it is a leaf or removed. 0 in leaves of the full tree, and for
  // alphas that differ from 0 by rounding only.
  std::vector<double> node_alpha;
};

// `risk` is the cost of each node as a leaf; the risk of a tree is the sum over its leaves. The
// tree pruned at alpha keeps the splits of the nodes with node_alpha > alpha.
WeakestLinks weakest_links(const Tree& tree, const std::vector<double>& risk);

// Impurity times weight of each node.
std::vector<double> impurity_risks(const Tree& tree);

// The tree pruned by impurity at this alpha, per unit of weight.
Tree prune_by_impurity(const Tree& tree, double alpha);

}  // namespace spinney
