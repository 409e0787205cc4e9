// A tree in the search, and the solution of a subproblem.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "base/types.h"

namespace spinney::optimal {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// An inner node; a null pointer is a leaf.
struct Plan {
  std::size_t column = 0;
  Code code = 0;  // of the whole table: codes up to it (nominal: it alone) go left
  std::shared_ptr<const Plan> left, right;
};
using PlanPtr = std::shared_ptr<const Plan>;

// Every tree costs at least `bound`. `plan` costs `cost`, which is infinite if no tree below the
// limit was found. If the search was completed and found a tree, it costs `bound`.
struct Solution {
  double bound = 0, cost = kInfinity;
  PlanPtr plan;
  bool found() const { return cost < kInfinity; }
};

}  // namespace spinney::optimal
