// The scan for the best position.
//
// Glossary. Bucket: the rows of a node with the same code. Sweep: the sums of both sides of a
// candidate split, and its score (criterion/sweep.h). Position: the boundary between two buckets.
//
//   for missing rows on the right, then (if any) on the left:
//     move bucket after bucket to the left side
//     score each position that satisfies the limits; keep the best, ties: the first
//
// With missing rows on the right, the position behind the last bucket is present versus missing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "criterion/block_score.h"
#include "split/split.h"

namespace spinney {

struct Position {
  double score = -std::numeric_limits<double>::infinity();
  std::size_t at = 0;
  bool missing_left = false;
};

template <class Sweep>
bool allowed(Sweep& sweep, const SplitLimits& limits) {
  if (sweep.left_weight() < limits.min_weight_leaf || sweep.right_weight() < limits.min_weight_leaf)
    return false;
  if (limits.monotone == 0) return true;
  const double left = sweep.left_value(), right = sweep.right_value();
  if (std::min(left, right) < limits.lower || std::max(left, right) > limits.upper) return false;
  return (left - right) * limits.monotone <= 0;
}

// Scores each position immediately.
template <class Sweep>
class ScoreEach {
 public:
  ScoreEach(const Sweep&, const SplitLimits& limits, Position& best)
      : limits_(limits), best_(best) {}

  void offer(Sweep& sweep, std::size_t at, bool missing_left) {
    if (++n_offers_ % 8192 == 0) limits_.interrupt->poll();
    if (!allowed(sweep, limits_)) return;
    const double score = sweep.score();
    if (score > best_.score) best_ = {score, at, missing_left};
  }
  void flush(bool) {}

 private:
  const SplitLimits& limits_;
  Position& best_;
  std::size_t n_offers_ = 0;
};

// Scores positions in blocks.
template <class Sweep>
class ScoreBlocks {
 public:
  ScoreBlocks(const Sweep& sweep, const SplitLimits& limits, Position& best)
      : block_(sweep), limits_(limits), best_(best) {}

  void offer(const Sweep& sweep, std::size_t at, bool missing_left) {
    block_.set(n_, sweep);
    at_[n_] = at;
    if (++n_ == kScoreBlock) flush(missing_left);
  }

  void flush(bool missing_left) {
    const double top = block_.score(n_, limits_.min_weight_leaf, score_);
    if (top > best_.score)
      best_ = {top, at_[std::find(score_, score_ + n_, top) - score_], missing_left};
    n_ = 0;
  }

 private:
  typename Sweep::Block block_;
  const SplitLimits& limits_;
  Position& best_;
  std::size_t n_ = 0;
  double score_[kScoreBlock];
  std::size_t at_[kScoreBlock];
};

template <class Collector, class Sweep, class Buckets>
void scan_with(Sweep& shared, const Buckets& buckets, const SplitLimits& limits, Position& best) {
  // A small sweep is copied, so that it stays in registers.
  std::conditional_t<Sweep::kSmall, Sweep, Sweep&> sweep = shared;
  Collector collector(sweep, limits, best);
  const std::size_t n = buckets.n_rows(), n_missing = buckets.n_missing(),
                    min_rows = limits.min_samples_leaf;
  for (const bool missing_left : {false, true}) {
    if (missing_left && n_missing == 0) break;
    sweep.reset();
    std::size_t n_left = 0, at = buckets.first();
    if (missing_left) {
      buckets.take_missing(sweep);
      n_left = n_missing;
    }
    for (;;) {
      n_left += buckets.take(at, sweep);
      const bool last = at == buckets.end();
      if (n - n_left < min_rows || (last && (missing_left || n_missing == 0))) break;
      if (n_left >= min_rows) collector.offer(sweep, at, missing_left);
      if (last) break;
    }
    collector.flush(missing_left);
  }
}

template <class Sweep, class Buckets>
Position scan(Sweep& sweep, const Buckets& buckets, const SplitLimits& limits) {
  Position best;
  if constexpr (Sweep::kBlocks) {
    if (limits.monotone == 0) {
      scan_with<ScoreBlocks<Sweep>>(sweep, buckets, limits, best);
      return best;
    }
  }
  scan_with<ScoreEach<Sweep>>(sweep, buckets, limits, best);
  return best;
}

// Scan without blocks, for few positions.
template <class Sweep, class Buckets>
Position scan_unblocked(Sweep& sweep, const Buckets& buckets, const SplitLimits& limits) {
  Position best;
  scan_with<ScoreEach<Sweep>>(sweep, buckets, limits, best);
  return best;
}

}  // namespace spinney
