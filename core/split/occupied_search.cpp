// Search of sparse columns of which a node occupies few bins.
#include <algorithm>

#include "split/bin_search.h"

namespace spinney {

template <class Cell>
const Cell* BinSearch<Cell>::expand(const OccupiedCells<Cell>& occupied, const Cell& total,
                                    const BinnedColumn& column) {
  expanded_.assign(column.n_slots(), Cell{});
  Cell rest = total;
  for (std::size_t i = 0; i < occupied.n; ++i) {
    expanded_[occupied.bins[i] - occupied.first] = occupied.cells[i];
    rest -= occupied.cells[i];
  }
  expanded_[column.default_bin] = rest;
  return expanded_.data();
}

// One side of a split has no row of the default bin, so the other rows must be enough for a leaf.
template <class Cell>
BinCandidate BinSearch<Cell>::search(const OccupiedCells<Cell>& occupied, const Cell& total,
                                     std::uint32_t feature, const BinNode& node, double known) {
  Cell others{}, rest = total;
  for (std::size_t i = 0; i < occupied.n; ++i) others += occupied.cells[i];
  BinCandidate none;
  none.feature = feature;
  if (others.sums().h() < min_hessian_sum()) return none;
  if constexpr (Cell::kCounts)
    if (others.sums().count < static_cast<std::int64_t>(options_.min_samples_leaf)) return none;
  const BinnedColumn& column = matrix_.columns[feature];
  ordered_ = column.categorical;
  penalty_ = options_.penalty;
  if (options_.random_thresholds || !plain(feature))
    return search(expand(occupied, total, column), feature, node, known);

  rest -= others;
  std::size_t n = 0;
  Cell missing{};
  const auto put = [&](std::uint32_t bin, const Cell& cell) {
    if (bin == column.n_bins) {
      missing = cell;
      return;
    }
    found_bins_[n] = bin;
    found_cells_[n++] = cell;
  };
  std::size_t i = 0;
  for (; i < occupied.n && occupied.bins[i] - occupied.first < static_cast<int>(column.default_bin);
       ++i)
    put(static_cast<std::uint32_t>(occupied.bins[i] - occupied.first), occupied.cells[i]);
  put(column.default_bin, rest);
  for (; i < occupied.n; ++i)
    put(static_cast<std::uint32_t>(occupied.bins[i] - occupied.first), occupied.cells[i]);
  const Cell* cells = found_cells_.data();
  return best_side(
      feature, node, known, missing.empty() ? nullptr : &missing,
      [&](const Sums& start, double least) { return score_plain(cells, n, start, node, least); },
      [&](std::size_t at) { return found_bins_[full_bin(cells, at)]; });
}

#define SPINNEY_INSTANTIATE(Cell)                                                        \
  template const Cell* BinSearch<Cell>::expand(const OccupiedCells<Cell>&, const Cell&,  \
                                               const BinnedColumn&);                     \
  template BinCandidate BinSearch<Cell>::search(const OccupiedCells<Cell>&, const Cell&, \
                                                std::uint32_t, const BinNode&, double);
SPINNEY_INSTANTIATE(Packed)
SPINNEY_INSTANTIATE(Counted)
SPINNEY_INSTANTIATE(Precise)
SPINNEY_INSTANTIATE(PackedVector)
SPINNEY_INSTANTIATE(PreciseVector)
#undef SPINNEY_INSTANTIATE

}  // namespace spinney
