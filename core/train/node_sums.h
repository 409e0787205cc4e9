// Sums of gradients and hessians of the nodes of a tree, for one score or several.
#pragma once

#include <vector>

#include "train/tree_grower.h"

namespace spinney {

class NodeSums {
 public:
  NodeSums(std::size_t n_nodes, std::size_t n_scores)
      : n_scores_(n_scores), gradient_(n_nodes * n_scores), hessian_(n_nodes * n_scores) {}

  // The scores of a job from its first on.
  void set_leaf(std::size_t node, const TreeJob& job, const Row* rows, std::size_t n, int n_threads,
                Interrupt& interrupt);
  // Adds a child to its parent. Children are complete before.
  void add(std::size_t parent, std::size_t child);

  // The sum of the hessians of all scores.
  double weight(std::size_t node) const;
  // Newton value, not multiplied by the learning rate.
  double value(std::size_t node, std::size_t k, const NewtonPenalty& penalty) const {
    const std::size_t at = node * n_scores_ + k;
    return newton_value(gradient_[at], hessian_[at], penalty);
  }

 private:
  std::size_t n_scores_;
  std::vector<double> gradient_, hessian_;  // nodes x scores
};

}  // namespace spinney
