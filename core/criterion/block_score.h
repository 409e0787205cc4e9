// BetweenGroups::score for one term, over a block of positions at once: the divisions are done several at a time.
#pragma once

#include <cstddef>

namespace spinney {

inline constexpr std::size_t kScoreBlock = 256;

// scores[i] for left weights and terms; minus infinity where a side weighs less than min_weight. Returns the largest.
double score_block(const double* left_weight, const double* left_term, std::size_t n, double total_weight,
                   double total_term, double min_weight, double* scores);

}  // namespace spinney
