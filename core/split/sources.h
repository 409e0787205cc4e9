// The bucket sources that a sweep supports.
#pragma once

#include <type_traits>

#include "split/buckets.h"
#include "split/coarse_bins.h"
#include "split/cut_buckets.h"
#include "split/occupied_bins.h"
#include "split/sparse_buckets.h"

namespace spinney {

// Placeholder where the sweep does not support a source.
struct NoSource {};

template <class Sweep>
struct Sources {
  using Histogram = NoSource;
  using Sparse = NoSource;
  using Coarse = NoSource;
  using Occupied = NoSource;
  using Cut = NoSource;
  using Row = NoSource;
};
template <class Sweep>
requires(Sweep::kAdditive) struct Sources<Sweep> {
  using Histogram = HistogramBuckets<typename Sweep::Layout>;
  using Sparse = SparseBuckets<typename Sweep::Layout>;
  using Cut = CutBuckets<typename Sweep::Layout>;
  using Coarse = std::conditional_t<Sweep::kBounds, CoarseBins<typename Sweep::Layout>, NoSource>;
  using Occupied =
      std::conditional_t<Sweep::kBounds, OccupiedBins<typename Sweep::Layout>, NoSource>;
  using Row = std::conditional_t<Sweep::kBounds, RowSum<typename Sweep::Layout>, NoSource>;
};

}  // namespace spinney
