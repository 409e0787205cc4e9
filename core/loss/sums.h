// Weighted means of what a loss asks of each row.
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

// Adds in two levels, so that the rounding error of many terms stays small.
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

// The weighted mean of term(row) over all rows, added in their order; 0 if there is no weight.
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

// For terms that overflow, order is the least concern.
inline GridSum grid_sum(double largest, std::size_t n) {
  return GridSum(std::min(largest, 1e290), n);
}

struct Fraction {
  double over, under;
};

// The weighted means of terms(row) over the members (null: rows 0 to n); 0 if there is no weight.
// The same bits for any order of the rows.
template <class Terms>
Fraction fraction_of(const LossRows& rows, const Row* members, std::size_t n, Terms&& terms) {
  if (n == 0) return {0, 0};
  const auto row = [&](std::size_t i) { return members ? members[i] : i; };
  std::vector<Fraction> weighted(n);
  double over = 0, under = 0, weight = 0;  // the largest terms
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight_of(rows, row(i));
    const Fraction term = terms(row(i));
    weighted[i] = {w * term.over, w * term.under};
    over = std::max(over, std::abs(weighted[i].over));
    under = std::max(under, std::abs(weighted[i].under));
    weight = std::max(weight, w);
  }
  GridSum sum_over = grid_sum(over, n), sum_under = grid_sum(under, n), total = grid_sum(weight, n);
  for (std::size_t i = 0; i < n; ++i) {
    sum_over.add(weighted[i].over);
    sum_under.add(weighted[i].under);
    total.add(weight_of(rows, row(i)));
  }
  if (!(total.value() > 0)) return {0, 0};
  return {sum_over.value() / total.value(), sum_under.value() / total.value()};
}

inline double mean_target(const LossRows& rows) {
  return fraction_of(rows, nullptr, rows.n,
                     [&](std::size_t row) {
                       return Fraction{rows.y[row], 1.0};
                     })
      .over;
}

// A step of -gradient / curvature; none where the curvature is no more than the rounding error of p
// (1 - p).
inline double step_of(const Fraction& fraction) {
  constexpr double kTiny = 1e-16;
  return fraction.under > kTiny ? fraction.over / fraction.under : 0.0;
}

}  // namespace spinney
