// Vectorized scores of a block of split positions.
#include "criterion/block_score.h"

#include <limits>

#include "base/clones.h"

namespace spinney {

SPINNEY_CLONES
void score_between(const double* __restrict left_weight, const double* __restrict left_term,
                   std::size_t n, double total_weight, double total_term,
                   double* __restrict scores) {
  for (std::size_t i = 0; i < n; ++i)
    scores[i] = between_groups(left_weight[i], left_term[i], total_weight, total_term);
}

SPINNEY_CLONES
void score_squares(const double* __restrict left, const double* __restrict right,
                   const double* __restrict n_left, std::size_t n, double n_total,
                   double* __restrict scores) {
  for (std::size_t i = 0; i < n; ++i)
    scores[i] = left[i] / n_left[i] + right[i] / (n_total - n_left[i]);
}

namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();

inline __attribute__((always_inline)) double largest(const double* scores, std::size_t n) {
  // Four independent maxima shorten the dependency chain.
  double best[4] = {kForbidden, kForbidden, kForbidden, kForbidden};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (std::size_t k = 0; k < 4; ++k) best[k] = scores[i + k] > best[k] ? scores[i + k] : best[k];
  for (; i < n; ++i) best[0] = scores[i] > best[0] ? scores[i] : best[0];
  for (std::size_t k = 1; k < 4; ++k) best[0] = best[k] > best[0] ? best[k] : best[0];
  return best[0];
}

}  // namespace

SPINNEY_CLONES
double best_between(const double* __restrict left_weight, const double* __restrict left_term,
                    const std::uint64_t* __restrict entries, std::size_t n, double total_weight,
                    double total_term, double min_weight, double* __restrict scores) {
  for (std::size_t i = 0; i < n; ++i) {
    const double w = left_weight[i], right = total_weight - w;
    const double score = between_groups(w, left_term[i], total_weight, total_term);
    const double lighter = w < right ? w : right;
    const bool same = ((entries[i] ^ entries[i + 1]) >> 32) == 0;
    scores[i] = same || lighter < min_weight ? kForbidden : score;
  }
  return largest(scores, n);
}

SPINNEY_CLONES
double best_allowed(const double* __restrict left_weight, std::size_t n, double total_weight,
                    double min_weight, double* __restrict scores) {
  for (std::size_t i = 0; i < n && min_weight > 0; ++i) {
    const double left = left_weight[i], right = total_weight - left;
    const double lighter = left < right ? left : right;
    scores[i] = lighter < min_weight ? kForbidden : scores[i];
  }
  return largest(scores, n);
}

}  // namespace spinney
