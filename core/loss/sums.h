// Weighted means of what a loss asks of each row. Terms are added in the order of the rows, or of the members.
#pragma once

#include <cstddef>

#include "loss/loss.h"

namespace spinney {

inline double weight_of(const LossRows& rows, std::size_t row) { return rows.weight ? rows.weight[row] : 1.0; }

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

// The weighted mean of term(row) over all rows; 0 if there is no weight.
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

inline double mean_target(const LossRows& rows) {
  return mean_of(rows, [&](std::size_t i) { return rows.y[i]; });
}

struct Fraction {
  double over, under;
};

// The weighted means of terms(row) over the members, above and below the line; 0 if there is no weight.
template <class Terms>
Fraction fraction_of(const LossRows& rows, const Row* members, std::size_t n, Terms&& terms) {
  BlockSum over, under, weight;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight_of(rows, members[i]);
    const Fraction term = terms(members[i]);
    over.add(w * term.over);
    under.add(w * term.under);
    weight.add(w);
  }
  if (!(weight.value() > 0)) return {0, 0};
  return {over.value() / weight.value(), under.value() / weight.value()};
}

// A step of -gradient / curvature; none where the curvature is no more than the rounding error of p (1 - p).
inline double step_of(const Fraction& fraction) {
  constexpr double kTiny = 1e-16;
  return fraction.under > kTiny ? fraction.over / fraction.under : 0.0;
}

}  // namespace spinney
