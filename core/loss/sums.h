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

// sum(w * over) / sum(w * under) of terms(row) over the members; 0 where the rows have nothing left to divide by.
template <class Terms>
double ratio_of(const LossRows& rows, const Row* members, std::size_t n, Terms&& terms) {
  constexpr double kTiny = 1e-150;
  BlockSum over, under, weight;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight_of(rows, members[i]);
    const Fraction term = terms(members[i]);
    over.add(w * term.over);
    under.add(w * term.under);
    weight.add(w);
  }
  return under.value() > kTiny * weight.value() ? over.value() / under.value() : 0.0;
}

}  // namespace spinney
