// Statistics of a node: weight, impurity and prediction.
#pragma once

#include <algorithm>
#include <vector>

#include "criterion/criterion.h"

namespace spinney {

struct NodeSummary {
  double weight = 0;  // internal units; times Targets::weight_scale: user units
  double impurity = 0;
  bool pure = false;  // all targets are equal
  std::vector<double> value;
};

// Impurity decrease of a split, weighted by the node's share of `total_weight`. child(c) is the
// summary of child c.
template <class Node, class Child>
double impurity_decrease(const Node& node, std::size_t n_children, const Child& child,
                         double total_weight) {
  double decrease = node.impurity;
  for (std::size_t c = 0; c < n_children; ++c)
    decrease -= child(c).weight / node.weight * child(c).impurity;
  return node.weight / total_weight * std::max(0.0, decrease);  // negative only by rounding
}

// Index of the child with the largest weight; ties: the last.
template <class Child>
std::size_t heaviest(std::size_t n_children, const Child& child) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < n_children; ++c)
    if (child(c).weight >= child(best).weight) best = c;
  return best;
}

// Factor that converts a gain in a sweep's units, divided by the total weight, to an impurity
// decrease.
double gain_unit(CriterionKind kind, const Targets& targets);

// Whether the impurity is a sum of squares about the mean, so that the impurity of an inner node
// can be derived from its children and their gain.
bool impurity_is_additive(CriterionKind kind, const Targets& targets);

// Whether the score of a split determines its gain to about nine digits. Digits are lost if the
// spread of the targets is small relative to the largest distance from the center, or to the
// integer step.
bool score_determines_gain(const Targets& targets, double score, double weight);

// Write into an existing summary and reuse its memory.
void summarize(CriterionKind kind, const Targets& targets, const Row* rows, std::size_t n,
               NodeSummary& summary);
// Summary of a node that may be split. For one numeric output with an additive impurity only weight
// and purity are computed: the impurity is NaN and the value meaningless. `weight`: the node's
// weight if known, else negative.
void summarize_lazily(CriterionKind kind, const Targets& targets, const Row* rows, std::size_t n,
                      double weight, NodeSummary& summary);
inline NodeSummary summarize(CriterionKind kind, const Targets& targets, const Row* rows,
                             std::size_t n) {
  NodeSummary summary;
  summarize(kind, targets, rows, n, summary);
  return summary;
}

}  // namespace spinney
