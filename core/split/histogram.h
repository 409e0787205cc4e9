// Gradient histograms: per bin of every column, the sum over a node's rows. A part (a few tiles of
// narrow columns, one wide column, or sparse columns) is built, subtracted and searched on its own.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "data/bins.h"
#include "split/gradients.h"

namespace spinney {

struct HistogramPart {
  std::size_t first_slot = 0, last_slot = 0;  // [first, last)
  std::size_t first_tile = 0, last_tile = 0;  // narrow: [first, last)
  std::vector<std::uint32_t> columns;
  bool wide = false;
  const SparsePart* sparse = nullptr;
};

std::vector<HistogramPart> histogram_parts(const BinnedMatrix& matrix);

// Add rows[begin, end), which ascend, to a part of a histogram that is 0. Null rows: the identity
// (gradients are stored as cells).
template <class Cell, class Gradient>
void add_rows(const BinnedMatrix& matrix, const HistogramPart& part, const Row* rows,
              std::size_t begin, std::size_t end, const Gradient* gradients, Cell* histogram);

}  // namespace spinney
