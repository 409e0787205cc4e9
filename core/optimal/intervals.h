// Runs of cuts of a column that have not been examined yet.
//
// A side with more rows has a best tree that costs at least as much, and a row adds at most its
// `change`. So the bounds of the cuts at both ends of a run, weakened by the rows between, hold for
// every cut inside, and whole runs can be pruned.
#pragma once

#include <algorithm>
#include <vector>

#include "optimal/control.h"
#include "optimal/cuts.h"

namespace spinney::optimal {

// The cuts of one column before any has been examined.
struct Axis {
  std::size_t column = 0;
  bool nominal = false;
  std::vector<double> change, floor;  // per cut: sums over the rows on its left
  double all_floor = 0, all_change = 0;
  std::vector<Code> allowed;  // cuts, ascending; contiguous unless nominal
  Code first = 0;             // most promising cut
  double priority = 0;        // estimated quality of `first`

  double left_floor(Code cut) const { return floor[cut]; }
  // Share of the left side, by the rows' `change`.
  double left_share(Code cut) const { return change[cut] / all_change; }
  double right_floor(Code cut) const { return all_floor - floor[cut]; }
};

template <class Loss>
Axis make_axis(const Subset<Loss>& subset, std::size_t column, const CellShape& shape) {
  const SubsetColumn& c = subset.columns()[column];
  Axis axis;
  axis.column = column;
  axis.nominal = c.nominal;
  axis.all_floor = subset.floor;
  axis.change.resize(c.n_codes());
  axis.floor.resize(c.n_codes());
  for (std::size_t i = 0; i < subset.size(); ++i) {
    axis.all_change += subset.targets.change[i];
    axis.change[c.codes[i]] += subset.targets.change[i];
    axis.floor[c.codes[i]] += subset.targets.floor[i];
  }
  for (Code t = 1; t < c.n_codes() && !c.nominal; ++t) {
    axis.change[t] += axis.change[t - 1];
    axis.floor[t] += axis.floor[t - 1];
  }
  const CutCells<Loss> cells = cut_cells(subset, column, shape);
  const std::vector<typename Loss::Value> none(shape.size());
  for (Code t = 0; t < c.n_cuts(); ++t) {
    if (!cells.allowed(shape, subset.total, t)) continue;
    axis.allowed.push_back(t);
    const double purity = Loss::purity(cells.at(t), cells.stride, none.data(), 1, shape) +
                          Loss::purity(subset.total.data(), 1, cells.at(t), cells.stride, shape);
    if (axis.allowed.size() > 1 && purity <= axis.priority) continue;
    axis.priority = purity;
    axis.first = t;
  }
  return axis;
}

// Lower bounds of the two sides of a cut.
struct SideBounds {
  double left = 0, right = 0;
  double both() const { return left + right; }
};

// The cuts [low, high) of an axis. `below` and `above`: bounds of the cuts next to the run.
struct Interval {
  std::size_t axis = 0;
  Code low = 0, high = 0;
  double below_change = 0, above_change = 0;  // sums of change at those cuts
  SideBounds below, above;
  double bound = 0;
  bool fresh = true;  // no cut of the column has been examined

  Code size() const { return high - low; }
};

// Bounds of a cut inside a run, from the ends of the run and the unavoidable error.
inline SideBounds bounds_of(const Interval& run, const Axis& axis, Code cut, double penalty) {
  const double to_below = axis.change[cut] - run.below_change,
               to_above = run.above_change - axis.change[cut];
  return {std::max({run.below.left, run.above.left - to_above, penalty + axis.left_floor(cut)}),
          std::max({run.above.right, run.below.right - to_below, penalty + axis.right_floor(cut)})};
}

// Drop cuts at the ends that cost at least `limit`, and set the bound of the rest. False if no cut
// remains.
inline bool shrink(Interval& run, const Axis& axis, double penalty, double limit) {
  while (run.low < run.high && bounds_of(run, axis, run.low, penalty).both() >= limit) ++run.low;
  while (run.low < run.high && bounds_of(run, axis, run.high - 1, penalty).both() >= limit)
    --run.high;
  if (run.low == run.high) return false;
  const double left = axis.left_floor(run.low);
  run.bound = std::max(run.below.left, penalty + left) +
              std::max(run.above.right, penalty + axis.right_floor(run.high - 1));
  return run.bound < limit;
}

// Priority of runs: lowest bound, then longest, then most promising column.
struct LaterRun {
  bool operator()(const Interval& a, const Interval& b) const {
    if (a.bound != b.bound) return a.bound > b.bound;
    if (a.size() != b.size()) return a.size() < b.size();
    return a.axis != b.axis ? a.axis > b.axis : a.low > b.low;
  }
};

}  // namespace spinney::optimal
