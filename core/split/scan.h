// The one scan. Glossary: a *bucket* is the rows of a node that share a code; a *sweep* holds the two sides and scores them; a *position* lies
// between two buckets.
//
//   for missing rows on the right, then (if there are any) on the left:
//     move bucket after bucket to the left; at each position that the limits allow, score; keep the best, the first of equals.
//
// With missing rows on the right the position behind the last bucket counts too: present | missing.
#pragma once

#include "split/split.h"

namespace spinney {

struct Position {
  double score = -std::numeric_limits<double>::infinity();
  std::size_t at = 0;
  bool missing_left = false;
};

template <class Sweep>
bool allowed(Sweep& sweep, const SplitLimits& limits) {
  if (sweep.left_weight() < limits.min_weight_leaf || sweep.right_weight() < limits.min_weight_leaf) return false;
  if (limits.monotone == 0) return true;
  const double left = sweep.left_value(), right = sweep.right_value();
  if (std::min(left, right) < limits.lower || std::max(left, right) > limits.upper) return false;
  return (left - right) * limits.monotone <= 0;
}

template <class Sweep, class Buckets>
Position scan(Sweep& shared, const Buckets& buckets, const SplitLimits& limits) {
  // A small sweep lives in registers, a large one where it is.
  std::conditional_t<Sweep::kSmall, Sweep, Sweep&> sweep = shared;
  Position best;
  const std::size_t n = buckets.n_rows(), least = limits.min_samples_leaf;
  for (const bool missing_left : {false, true}) {
    if (missing_left && buckets.n_missing() == 0) break;
    sweep.reset();
    std::size_t n_left = 0;
    if (missing_left) {
      buckets.take_missing(sweep);
      n_left = buckets.n_missing();
    }
    for (std::size_t at = buckets.first();;) {
      n_left += buckets.take(at, sweep);
      const bool last = at == buckets.end();
      if (last && (missing_left || buckets.n_missing() == 0)) break;
      if (n - n_left < least) break;
      if (n_left >= least && allowed(sweep, limits)) {
        const double score = sweep.score();
        if (score > best.score) best = {score, at, missing_left};
      }
      if (last) break;
    }
  }
  return best;
}

}  // namespace spinney
