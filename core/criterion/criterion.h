// The split criteria. Each one is described once, in the table of criterion.cpp, together with its
// impurity; formulas.h adds the score of a split. Python reads the table through _core.criteria().
#pragma once

#include <cstdint>
#include <span>

#include "criterion/targets.h"

namespace spinney {

enum class CriterionKind : std::uint8_t {
  gini,
  entropy,
  gain_ratio,
  misclassification,
  squared_error,
  poisson,
  absolute_error,
  newton,
};

// `gradients`: for boosting only, not visible to users.
enum class CriterionTask : std::uint8_t { classification, regression, gradients };

struct CriterionInfo {
  CriterionKind kind;
  const char* name;
  CriterionTask task;
  const char* impurity;         // formula of a node's impurity, as text
  const char* alias = nullptr;  // second name
  bool non_negative = false;    // targets must be >= 0, with a positive sum per output
  const char* spread = "";      // regression: name of a leaf's spread in rules
  int power = 0;                // regression: power of the target's unit in the impurity
  bool leaf_median = false;     // leaves predict the median instead of the mean
  bool additive = false;        // sum of squares: the score of a split determines its gain
  bool in_bits = false;         // the impurity is measured in bits
  bool needs_multiway = false;  // for multiway splits only
  bool single_output = false;   // for one output only
};

// All criteria, in the order of CriterionKind.
std::span<const CriterionInfo> criteria();
const CriterionInfo& criterion_info(CriterionKind kind);

// Impurity of a node with these class weights, whose sum is `total`.
double class_impurity(CriterionKind kind, const double* weights, std::size_t n_classes,
                      double total);

// Rows of one output of a regression node: their total weight, prediction and range of targets.
struct NumberNode {
  const Row* rows;
  std::size_t n;
  std::size_t output;
  double weight, value, low, high;
};
double number_impurity(CriterionKind kind, const Targets& targets, const NumberNode& node);

// Loss of predicting `prediction` for a numeric target y; the impurity of a node is its mean.
double row_loss(CriterionKind kind, double y, double prediction);

}  // namespace spinney
