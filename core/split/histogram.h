// Histograms of gradients: for every bin of every column the sum over a node's rows. They are
// filled part by part: a part is a few tiles of narrow columns, or one wide column, and can be
// built, subtracted and searched by itself.
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
};

std::vector<HistogramPart> histogram_parts(const BinnedMatrix& matrix);

// Adds rows[begin, end), which ascend, to a part of a histogram; null rows stand for themselves
// (where gradients are cells already).
template <class Cell, class Gradient>
void add_rows(const BinnedMatrix& matrix, const HistogramPart& part, const Row* rows,
              std::size_t begin, std::size_t end, const Gradient* gradients, Cell* histogram);

}  // namespace spinney
