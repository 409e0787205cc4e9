// Histograms of nodes whose rows have few sparse cells: the slots of dense columns, and the
// occupied slots of sparse ones. They cost what the cells of the node's rows cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "split/bin_search.h"
#include "split/each_sparse_row.h"

namespace spinney {

// Occupied slots of a part, without those of default bins.
template <class Cell>
struct OccupiedSlots {
  Cell total;                        // of the node
  std::vector<std::uint16_t> slots;  // ascending, relative to the part
  std::vector<Cell> cells;
};

template <class Cell>
struct SparseHistogram {
  std::vector<Cell> dense;                  // slots of all other columns
  std::vector<OccupiedSlots<Cell>> sparse;  // per part of the matrix
};

// Adds up the cells of a part in an array that is 0 between calls.
template <class Cell>
class SlotCounter {
 public:
  template <class Gradient>
  void count(const SparsePart& part, const Row* rows, std::size_t n, const Gradient* gradients,
             OccupiedSlots<Cell>& out) {
    cells_.resize(kSparsePartSlots);
    used_.resize(kSparsePartSlots / kWord);
    out.total =
        each_sparse_row<Cell>(part, rows, 0, n, gradients, [&](std::uint16_t slot, const Cell& g) {
          cells_[slot] += g;
          used_[slot / kWord] |= std::uint64_t{1} << slot % kWord;
        });
    out.slots.clear();
    out.cells.clear();
    for (std::size_t w = 0; w < used_.size(); ++w)
      for (std::uint64_t left = std::exchange(used_[w], 0); left != 0; left &= left - 1) {
        const std::size_t slot = w * kWord + static_cast<std::size_t>(std::countr_zero(left));
        out.slots.push_back(static_cast<std::uint16_t>(slot));
        out.cells.push_back(std::exchange(cells_[slot], Cell{}));
      }
  }

 private:
  static constexpr std::size_t kWord = 64;
  std::vector<Cell> cells_;
  std::vector<std::uint64_t> used_;  // a bit per slot
};

// Calls use(feature, occupied) for the columns of a part, in order.
template <class Cell, class Use>
void each_column(const BinnedMatrix& matrix, const SparsePart& part,
                 const OccupiedSlots<Cell>& histogram, Use&& use) {
  std::size_t at = 0;
  for (const std::uint32_t f : part.columns) {
    const BinnedColumn& c = matrix.columns[f];
    const std::size_t first = c.first_slot - part.first_slot, begin = at;
    while (at < histogram.slots.size() && histogram.slots[at] < first + c.n_slots()) ++at;
    use(f, OccupiedCells<Cell>{histogram.slots.data() + begin, histogram.cells.data() + begin,
                               at - begin, static_cast<std::uint16_t>(first)});
  }
}

// The occupied slots of one column.
template <class Cell>
OccupiedCells<Cell> occupied_cells(const BinnedColumn& column, const SparsePart& part,
                                   const OccupiedSlots<Cell>& histogram) {
  const std::size_t first = column.first_slot - part.first_slot;
  const auto find = [&](std::size_t slot) {
    return static_cast<std::size_t>(
        std::lower_bound(histogram.slots.begin(), histogram.slots.end(), slot) -
        histogram.slots.begin());
  };
  const std::size_t begin = find(first), end = find(first + column.n_slots());
  return {histogram.slots.data() + begin, histogram.cells.data() + begin, end - begin,
          static_cast<std::uint16_t>(first)};
}

}  // namespace spinney
