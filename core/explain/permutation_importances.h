// Importance by permutation: how much worse a tree answers for rows that it has not seen when their
// values of some features are exchanged.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "explain/held_out_rows.h"
#include "model/forest.h"

namespace spinney {

struct PermutationOptions {
  std::vector<std::vector<std::uint32_t>> groups;  // features whose values move together
  std::size_t n_repeats = 1;
  std::uint64_t seed = 0;
  int n_threads = 1;
};

// trees x groups: the error's growth, the mean over repeats. The error is the share of wrong
// classes or the mean squared error, the mean over outputs. NaN for a tree that has seen all rows.
std::vector<double> permutation_importances(const Forest& forest, const Table& table,
                                            const TrueTargets& true_targets,
                                            const OutOfBagRows& out_of_bag,
                                            const PermutationOptions& options,
                                            Interrupt& interrupt);

}  // namespace spinney
