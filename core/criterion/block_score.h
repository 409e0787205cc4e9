// Vectorized scores of a block of split positions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinney {

inline constexpr std::size_t kScoreBlock = 256;

// BetweenGroups::score for a single term.
inline double between_groups(double left_weight, double left_term, double total_weight,
                             double total_term) {
  const double d = left_term * total_weight - total_term * left_weight;
  return d * d / (left_weight * (total_weight - left_weight));
}
void score_between(const double* left_weight, const double* left_term, std::size_t n,
                   double total_weight, double total_term, double* scores);

// Gini from sums of squared counts: left / n_left + right / n_right.
void score_squares(const double* left, const double* right, const double* n_left, std::size_t n,
                   double n_total, double* scores);

// Largest score_between() over the positions between entries with different codes (high half of the
// word) and with at least min_weight on both sides. Other positions get minus infinity.
double best_between(const double* left_weight, const double* left_term,
                    const std::uint64_t* entries, std::size_t n, double total_weight,
                    double total_term, double min_weight, double* scores);

// Set scores to minus infinity where a side weighs less than min_weight; return the largest
// remaining score.
double best_allowed(const double* left_weight, std::size_t n, double total_weight,
                    double min_weight, double* scores);

}  // namespace spinney
