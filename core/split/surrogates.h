// Surrogates: questions about other features that send rows as a split does, as well as one
// question can (Breiman et al. 1984). A surrogate's agreement is the weight of the rows that it
// sends alike, by the weight of all rows that have the split's value; the adjusted agreement is
// what it gains on sending every row with the majority.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "split/finder.h"

namespace spinney {

// Where the split sends a row.
enum Side : std::uint8_t { kRight = 0, kLeft = 1, kAbsent = 2 };

// Case weight on the two sides.
struct SideWeights {
  double left = 0, right = 0;
};
SideWeights sum_side_weights(const Targets& targets, const Row* rows, std::size_t n,
                             const Side* sides);

// The best surrogates of a split on `feature`, best first; of equals the lowest feature. `sides`
// has an entry per row, `all` is the weight that the split sends each way. A monotone feature is no
// surrogate: its rows would move to the split's children in whatever order these have.
std::vector<Surrogate> find_surrogates(const Dataset& data, const NodeRows& node, const Side* sides,
                                       const SideWeights& all, std::uint32_t feature,
                                       const std::vector<signed char>& monotone,
                                       std::size_t max_surrogates, int n_threads,
                                       Interrupt& interrupt);

// Gives absent rows of the node the side where the surrogate sends them, if it can; returns how
// many stay absent.
std::size_t apply_surrogate(const Dataset& data, const NodeRows& node, const Surrogate& surrogate,
                            Side* sides);

}  // namespace spinney
