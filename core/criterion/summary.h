// What a node is worth by itself: weight, impurity, prediction.
#pragma once

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
  newton
};

CriterionKind criterion_from_name(const std::string& name);

// Of class weights that add up to `total`.
double class_impurity(CriterionKind kind, const double* weights, std::size_t n_classes, double total);

struct NodeSummary {
  double weight = 0;  // internal units; times Targets::weight_scale for the user's
  double impurity = 0;
  bool pure = false;  // nothing is left to separate
  std::vector<double> value;
};

// What a gain in a sweep's units, by its weight, is in the units of impurity.
double gain_unit(CriterionKind kind, const Targets& targets);

// Into a summary that may have served before: its memory is used again.
void summarise(CriterionKind kind, const Targets& targets, const Row* rows, std::size_t n, NodeSummary& summary);
inline NodeSummary summarise(CriterionKind kind, const Targets& targets, const Row* rows, std::size_t n) {
  NodeSummary summary;
  summarise(kind, targets, rows, n, summary);
  return summary;
}

}  // namespace spinney
