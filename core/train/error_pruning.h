// C4.5's error-based pruning: a subtree is replaced by a leaf, or by its largest branch, if that is
// not expected to make more errors.
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
  bool raising = true;  // subtree raising: a branch may replace its parent
  CriterionKind criterion = CriterionKind::entropy;
};

// Expected errors at C4.5's upper confidence limit: exact binomial without errors, interpolated up
// to one error, and the normal approximation with continuity correction beyond.
double upper_errors(double weight, double errors, const ErrorPruningOptions& options);

// Returns the pruned tree. `target` has the classes and weights that the tree was grown on.
Tree prune_by_errors(const Tree& tree, const Table& table, const TargetView& target,
                     const ErrorPruningOptions& options, Interrupt& interrupt);

}  // namespace spinney
