// Weighted means over rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/grid.h"
#include "loss/loss.h"

namespace spinney {

inline double weight_of(const LossRows& rows, std::size_t row) {
  return rows.weight ? rows.weight[row] : 1.0;
}

// Sum in two levels, which keeps the rounding error of many terms small.
class BlockSum {
 public:
  void add(double x) {
    block_ += x;
    if (++n_ < kBlock) return;
    total_ += block_;
    block_ = 0;
    n_ = 0;
  }
  double value() const { return total_ + block_; }

 private:
  static constexpr int kBlock = 256;
  double total_ = 0, block_ = 0;
  int n_ = 0;
};

// Weighted mean of term(row) over all rows, added in row order; 0 if the total weight is 0.
template <class Term>
double mean_of(const LossRows& rows, Term&& term) {
  BlockSum sum, weight;
  for (std::size_t i = 0; i < rows.n; ++i) {
    const double w = weight_of(rows, i);
    sum.add(w * term(i));
    weight.add(w);
  }
  return weight.value() > 0 ? sum.value() / weight.value() : 0.0;
}

// Sum of n terms up to `largest`. The bound keeps the grid finite if terms overflow.
inline GridSum grid_sum(double largest, std::size_t n) {
  return GridSum(std::min(largest, 1e290), n);
}

struct Fraction {
  double numerator, denominator;
};

// Weighted means of terms(row) over the members (null: rows 0 to n); 0 if the total weight is 0.
// Exact sums: the result does not depend on the order of the rows.
template <class Terms>
Fraction fraction_of(const LossRows& rows, const Row* members, std::size_t n, Terms&& terms) {
  if (n == 0) return {0, 0};
  const auto row = [&](std::size_t i) { return members ? members[i] : i; };
  std::vector<Fraction> weighted(n);
  double max_numerator = 0, max_denominator = 0, max_weight = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight_of(rows, row(i));
    const Fraction term = terms(row(i));
    weighted[i] = {w * term.numerator, w * term.denominator};
    max_numerator = std::max(max_numerator, std::abs(weighted[i].numerator));
    max_denominator = std::max(max_denominator, std::abs(weighted[i].denominator));
    max_weight = std::max(max_weight, w);
  }
  GridSum numerator = grid_sum(max_numerator, n), denominator = grid_sum(max_denominator, n);
  GridSum weight = grid_sum(max_weight, n);
  for (std::size_t i = 0; i < n; ++i) {
    numerator.add(weighted[i].numerator);
    denominator.add(weighted[i].denominator);
    weight.add(weight_of(rows, row(i)));
  }
  if (!(weight.value() > 0)) return {0, 0};
  return {numerator.value() / weight.value(), denominator.value() / weight.value()};
}

inline double mean_target(const LossRows& rows) {
  return fraction_of(rows, nullptr, rows.n,
                     [&](std::size_t row) {
                       return Fraction{rows.y[row], 1.0};
                     })
      .numerator;
}

// The Newton step -gradient / hessian; 0 if the hessian is no larger than the rounding error of
// p (1 - p).
inline double step_of(const Fraction& fraction) {
  constexpr double kTiny = 1e-16;
  return fraction.denominator > kTiny ? fraction.numerator / fraction.denominator : 0.0;
}

}  // namespace spinney
