// Two cuts divide the rows into four quadrants: their scores, for one first cut and many second
// cuts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimal/cells.h"

namespace spinney::optimal {

// Cells of n second cuts, plane by plane. `both`: left of both cuts; `second`: left of the second
// cut. `first` and `total` are single cells.
template <class Value>
struct QuadrantSums {
  const Value* both;
  std::size_t both_stride;
  const Value* second;
  std::size_t second_stride;
  const Value *first, *total;
  std::size_t n;
};

// ll, lr: left of the first cut, by side of the second; rl, rr: right of it.
template <class Value>
struct QuadrantScores {
  Value *ll, *lr, *rl, *rr;
};

void score_quadrants(const QuadrantSums<std::int32_t>& sums, const CellShape& shape,
                     const QuadrantScores<std::int32_t>& out, ClassLoss<std::int32_t>);
void score_quadrants(const QuadrantSums<double>& sums, const CellShape& shape,
                     const QuadrantScores<double>& out, ClassLoss<double>);
void score_quadrants(const QuadrantSums<double>& sums, const CellShape& shape,
                     const QuadrantScores<double>& out, SquareLoss);

// The best second cuts on the left and right side of many first cuts: scores and columns.
template <class Value>
struct SideScores {
  Value *left, *right;
  std::uint32_t *left_by, *right_by;
};
template <class Value>
struct BestPair {
  Value left, right;
};

// The best sums of two quadrants on either side of the first cut. Also updates `second`: where the
// first cut, of column `by`, is a better second cut for a side of the other one.
BestPair<std::int32_t> best_sides(const QuadrantScores<std::int32_t>& scores, std::size_t n,
                                  std::uint32_t by, const SideScores<std::int32_t>& second);
BestPair<double> best_sides(const QuadrantScores<double>& scores, std::size_t n, std::uint32_t by,
                            const SideScores<double>& second);

}  // namespace spinney::optimal
