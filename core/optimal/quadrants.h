// Two cuts divide the rows in four: scores of the quarters, for one cut of one column and all cuts of another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimal/cells.h"

namespace spinney::optimal {

// Cells of n cuts of the second column, plane by plane with a stride. `both` is what lies on the left of both cuts,
// `second` what lies on the left of the second; `first` and `total` are single cells.
template <class Value>
struct QuadrantSums {
  const Value *both, *second;
  const Value *first, *total;
  std::size_t n, stride;
};

// ll, lr: left of the first cut, on either side of the second; rl, rr: right of it.
template <class Value>
struct QuadrantScores {
  Value *ll, *lr, *rl, *rr;
};

void score_quadrants(const QuadrantSums<std::int32_t>& sums, const CellShape& shape,
                     const QuadrantScores<std::int32_t>& out, ClassLoss<std::int32_t>);
void score_quadrants(const QuadrantSums<double>& sums, const CellShape& shape, const QuadrantScores<double>& out,
                     ClassLoss<double>);
void score_quadrants(const QuadrantSums<double>& sums, const CellShape& shape, const QuadrantScores<double>& out,
                     SquareLoss);

// The best sums of two quarters: of the left and the right side of the first cut, which are returned, and of those of
// every second cut, which raise what `second_left` and `second_right` hold.
template <class Value>
struct SideScores {
  Value left, right;
};
SideScores<std::int32_t> best_sides(const QuadrantScores<std::int32_t>& scores, std::size_t n,
                                    std::int32_t* second_left, std::int32_t* second_right);
SideScores<double> best_sides(const QuadrantScores<double>& scores, std::size_t n, double* second_left,
                              double* second_right);

}  // namespace spinney::optimal
