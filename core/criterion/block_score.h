// Scores of a block of positions at once: divisions and comparisons are done several at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinney {

inline constexpr std::size_t kScoreBlock = 256;

// BetweenGroups::score for one term.
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

// The largest score_between() of positions behind entries whose code (in the high half) is not that
// of the next one, and with min_weight on each side; the others get minus infinity.
double best_between(const double* left_weight, const double* left_term,
                    const std::uint64_t* entries, std::size_t n, double total_weight,
                    double total_term, double min_weight, double* scores);

// Sets scores to minus infinity where a side weighs less than min_weight; returns the largest that
// remains.
double best_allowed(const double* left_weight, std::size_t n, double total_weight,
                    double min_weight, double* scores);

}  // namespace spinney
