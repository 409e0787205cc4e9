// What a node is worth by itself: weight, impurity, prediction.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "criterion/targets.h"

namespace spinney {

enum class CriterionKind {
  gini,
  entropy,
  misclassification,
  squared_error,
  friedman_mse,
  poisson,
  absolute_error,
  gain_ratio,  // entropy gain over split information, for multiway splits
  newton
};

CriterionKind criterion_from_name(const std::string& name);

// Of class weights that add up to `total`.
double class_impurity(CriterionKind kind, const double* weights, std::size_t n_classes,
                      double total);

struct NodeSummary {
  double weight = 0;  // internal units; times Targets::weight_scale for the user's
  double impurity = 0;
  bool pure = false;  // nothing is left to separate
  std::vector<double> value;
};

// How much less impure children make a tree of `total_weight`; child(c) is the summary of child c.
template <class Node, class Child>
double impurity_decrease(const Node& node, std::size_t n_children, const Child& child,
                         double total_weight) {
  double decrease = node.impurity;
  for (std::size_t c = 0; c < n_children; ++c)
    decrease -= child(c).weight / node.weight * child(c).impurity;
  return node.weight / total_weight * std::max(0.0, decrease);  // below 0 only by rounding
}

// The child with most of the weight, the last of equals.
template <class Child>
std::size_t heaviest(std::size_t n_children, const Child& child) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < n_children; ++c)
    if (child(c).weight >= child(best).weight) best = c;
  return best;
}

// What a gain in a sweep's units, by its weight, is in the units of impurity.
double gain_unit(CriterionKind kind, const Targets& targets);

// Whether impurity is spread about the mean, so that that of an inner node follows from its
// children's.
bool impurity_is_additive(CriterionKind kind, const Targets& targets);

// Whether the score of a split tells its gain to some nine digits: of numbers that differ by little
// beside how far the farthest lie from the center, or beside the steps that they are kept in, fewer
// are left.
bool score_determines_gain(const Targets& targets, double score, double weight);

// Into a summary that may have served before: its memory is used again.
void summarize(CriterionKind kind, const Targets& targets, const Row* rows, std::size_t n,
               NodeSummary& summary);
// The same for a node that may be split: of one number, where impurity follows, no more than weight
// and purity. What is left out is not a number for impurity, and no use for the value. `weight`: if
// it is known, else below 0.
void summarize_lazily(CriterionKind kind, const Targets& targets, const Row* rows, std::size_t n,
                      double weight, NodeSummary& summary);
inline NodeSummary summarize(CriterionKind kind, const Targets& targets, const Row* rows,
                             std::size_t n) {
  NodeSummary summary;
  summarize(kind, targets, rows, n, summary);
  return summary;
}

}  // namespace spinney
