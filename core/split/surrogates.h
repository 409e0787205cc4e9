// Surrogate splits: splits on other features that send rows to the same side as the primary split
// (Breiman et al. 1984). Agreement is the weight of the rows sent to the same side divided by the
// weight of all rows with the primary value. Adjusted agreement is the improvement over sending all
// rows with the majority.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "split/finder.h"

namespace spinney {

// Side that the primary split assigns to a row.
enum Side : std::uint8_t { kRight = 0, kLeft = 1, kAbsent = 2 };

// Case weight of the two sides.
struct SideWeights {
  double left = 0, right = 0;
};
SideWeights sum_side_weights(const Targets& targets, const Row* rows, std::size_t n,
                             const Side* sides);

// The best surrogates of a split on `feature`, best first; ties: the lowest feature. `sides`: one
// entry per row. `all`: weights of the two sides. Monotone features are excluded: they could send
// rows to the children in the wrong order.
std::vector<Surrogate> find_surrogates(const Dataset& data, const NodeRows& node, const Side* sides,
                                       const SideWeights& all, std::uint32_t feature,
                                       const std::vector<signed char>& monotone,
                                       std::size_t max_surrogates, int n_threads,
                                       Interrupt& interrupt);

// Assign a side to absent rows by the surrogate if possible; returns the number of rows still
// absent.
std::size_t apply_surrogate(const Dataset& data, const NodeRows& node, const Surrogate& surrogate,
                            Side* sides);

}  // namespace spinney
