// Histograms of gradients: for every bin of every column the sum over a node's rows. They are filled part by part: a
// part is a few tiles of narrow columns, or one wide column, and can be built, subtracted and searched by itself.
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

// Adds rows[begin, end), which ascend, to a part of a histogram; null rows stand for themselves.
template <class Cell>
void add_rows(const BinnedMatrix& matrix, const HistogramPart& part, const Row* rows, std::size_t begin,
              std::size_t end, const Cell* gradients, Cell* histogram);

extern template void add_rows<Packed>(const BinnedMatrix&, const HistogramPart&, const Row*, std::size_t, std::size_t,
                                      const Packed*, Packed*);
extern template void add_rows<Precise>(const BinnedMatrix&, const HistogramPart&, const Row*, std::size_t, std::size_t,
                                       const Precise*, Precise*);

}  // namespace spinney
