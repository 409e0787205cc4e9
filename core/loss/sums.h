// Weighted means over rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/product_sum.h"
#include "loss/loss.h"

namespace spinney {

inline double weight_of(const LossRows& rows, std::size_t row) {
  return rows.weight ? rows.weight[row] : 1.0;
}

// Sum of n products up to `largest`. The bound keeps the grid finite if terms overflow.
inline ProductSum empty_sum(double largest, std::size_t n) {
  return ProductSum(std::min(largest, 1e290), n);
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
  std::vector<Fraction> found(n);
  double max_numerator = 0, max_denominator = 0, max_weight = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight_of(rows, row(i));
    found[i] = terms(row(i));
    max_numerator = std::max(max_numerator, std::abs(w * found[i].numerator));
    max_denominator = std::max(max_denominator, std::abs(w * found[i].denominator));
    max_weight = std::max(max_weight, w);
  }
  ProductSum numerator = empty_sum(max_numerator, n), denominator = empty_sum(max_denominator, n);
  ProductSum weight = empty_sum(max_weight, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight_of(rows, row(i));
    numerator.add(w, found[i].numerator);
    denominator.add(w, found[i].denominator);
    weight.add(1.0, w);
  }
  if (!(weight.value() > 0)) return {0, 0};
  return {numerator.value() / weight.value(), denominator.value() / weight.value()};
}

// out[i - begin] = term(i) for rows [begin, end).
template <class Term>
void for_each_row(std::size_t begin, std::size_t end, double* out, Term&& term) {
  for (std::size_t i = begin; i < end; ++i) out[i - begin] = term(i);
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
