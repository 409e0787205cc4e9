// Branch-free scan of sorted entries, without missing rows or monotone constraints. All positions
// are scored, and those within a run of equal codes are discarded afterwards. Same result as
// scan().
#pragma once

#include <algorithm>

#include "base/radix_sort.h"
#include "split/buckets.h"
#include "split/scan.h"

namespace spinney {

// Cumulative sums of the rows.
template <class Layout>
class Running {
 public:
  explicit Running(const Layout& layout) : layout_(layout) {}
  void add(Row r) { layout_.add_row(sums_.data(), r); }
  double weight() const { return layout_.weight(sums_.data()); }
  double term() const { return layout_.term(sums_.data(), 0); }

 private:
  const Layout& layout_;
  typename Layout::Array sums_{};
};

template <Weights kWeights>
requires(kWeights != Weights::parts) class Running<BinaryCounts<kWeights>> {
 public:
  explicit Running(const BinaryCounts<kWeights>& layout) : layout_(layout) {}
  void add(Row r) { layout_.count_row(all_, ones_, r); }
  double weight() const { return static_cast<double>(all_) * layout_.unit; }
  double term() const { return static_cast<double>(ones_) * layout_.unit; }

 private:
  const BinaryCounts<kWeights> layout_;
  std::int64_t all_ = 0, ones_ = 0;
};

template <class Sweep>
Position scan_runs(const Sweep& sweep, const Entry* entries, std::size_t n,
                   const SplitLimits& limits) {
  Position best;
  const std::size_t min_rows = std::max<std::size_t>(1, limits.min_samples_leaf);
  if (n < 2 * min_rows) return best;
  Running<typename Sweep::Layout> left(sweep.layout());
  typename Sweep::Block block(sweep);
  double scores[kScoreBlock];
  for (std::size_t i = 0; i + 1 < min_rows; ++i) left.add(entry_row(entries[i]));
  for (std::size_t begin = min_rows - 1; begin < n - min_rows; begin += kScoreBlock) {
    const std::size_t size = std::min(kScoreBlock, n - min_rows - begin);
    for (std::size_t k = 0; k < size; ++k) {
      left.add(entry_row(entries[begin + k]));
      block.weight[k] = left.weight();
      block.term[k] = left.term();
    }
    const double top =
        best_between(block.weight, block.term, entries + begin, size, block.total_weight,
                     block.total_term, limits.min_weight_leaf, scores);
    if (top > best.score)
      best = {top,
              begin + 1 + static_cast<std::size_t>(std::find(scores, scores + size, top) - scores),
              false};
  }
  return best;
}

// The best position, by the fastest applicable scan.
template <class Sweep, class Buckets>
Position best_position(Sweep& sweep, const Buckets& buckets, const SplitLimits& limits) {
  if constexpr (Sweep::kBounds && std::is_same_v<Buckets, RunBuckets>)
    if (limits.monotone == 0 && buckets.n_missing() == 0)
      return scan_runs(sweep, buckets.entries(), buckets.n_rows(), limits);
  return scan(sweep, buckets, limits);
}

}  // namespace spinney
