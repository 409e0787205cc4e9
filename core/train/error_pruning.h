// C4.5's error-based pruning: subtrees that are not expected to err less than a leaf, or than their
// own largest branch, give way to it.
#pragma once

#include "base/interrupt.h"
#include "criterion/summary.h"
#include "data/table.h"
#include "model/tree.h"
#include "train/cart.h"

namespace spinney {

struct ErrorPruningOptions {
  double confidence = 0.25;
  double z = 0;         // the normal quantile of 1 - confidence
  bool raising = true;  // whether a subtree may take the place of its parent
  CriterionKind criterion = CriterionKind::entropy;
};

// Errors to expect among new rows of this weight, at C4.5's upper limit: that of the binomial
// distribution without errors, interpolated up to one error, and beyond the normal approximation
// with a correction for continuity.
double upper_errors(double weight, double errors, const ErrorPruningOptions& options);

// The pruned copy. `target` has the classes and weights that the tree was grown on.
Tree prune_by_errors(const Tree& tree, const Table& table, const TargetView& target,
                     const ErrorPruningOptions& options, Interrupt& interrupt);

}  // namespace spinney
