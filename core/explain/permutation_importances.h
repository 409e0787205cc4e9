// Permutation importances: the increase of a tree's error on its out-of-bag rows when the values
// of some features are permuted.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "explain/held_out_rows.h"
#include "model/forest.h"

namespace spinney {

struct PermutationOptions {
  std::vector<std::vector<std::uint32_t>> groups;  // features that are permuted together
  std::size_t n_repeats = 1;
  std::uint64_t seed = 0;
  int n_threads = 1;
};

// trees x groups: the increase of the error, averaged over repeats. The error is the
// misclassification rate or the mean squared error, averaged over outputs. NaN for a tree without
// out-of-bag rows.
std::vector<double> permutation_importances(const Forest& forest, const Table& table,
                                            const TrueTargets& true_targets,
                                            const OutOfBagRows& out_of_bag,
                                            const PermutationOptions& options,
                                            Interrupt& interrupt);

}  // namespace spinney
