// One random split per feature and node, from histograms.
#include <algorithm>

#include "base/random.h"
#include "split/bin_search.h"

namespace spinney {

// Draws a position of the current column: a bin between the first and the last occupied ones, or a
// position in the order of the categories. Present against missing values is a further position.
// Returns false if there is none.
template <class Cell>
bool BinSearch<Cell>::draw_position(const BinnedColumn& column,
                                    const std::vector<const Cell*>& slots, std::uint64_t key,
                                    std::uint32_t& position) const {
  const auto occupied = [&](std::uint32_t b) {
    return std::any_of(slots.begin(), slots.end(),
                       [&](const Cell* of_node) { return !of_node[b].empty(); });
  };
  const bool missing = column.any_missing && occupied(column.n_bins);
  std::uint32_t first = 0, n = 0;
  if (ordered_) {
    // The last position has all categories.
    n = static_cast<std::uint32_t>(order_.n_positions()) - (order_.n_positions() > 0 && !missing);
  } else {
    std::uint32_t end = column.n_bins;
    while (end > 0 && !occupied(end - 1)) --end;
    while (first < end && !occupied(first)) ++first;
    n = end - first - (end > first && !missing);
  }
  if (n == 0) return false;
  position = first + Random(key).below(n);
  return true;
}

template <class Cell>
BinCandidate BinSearch<Cell>::search_random(const std::vector<const Cell*>& slots,
                                            std::uint32_t feature,
                                            const std::vector<BinNode>& nodes) {
  const BinnedColumn& column = matrix_.columns[feature];
  order_levels(column, slots);
  BinCandidate best, drawn;
  best.feature = drawn.feature = feature;
  constexpr std::uint64_t kThresholds = 3;  // stream of random numbers
  const std::uint64_t key = derive_key(derive_key(nodes[0].key, kThresholds), feature);
  if (!draw_position(column, slots, key, drawn.at)) return best;
  double own = 0, best_score = kForbidden;
  for (const BinNode& node : nodes) own += own_score(node);
  for (const bool missing_left : {false, true}) {
    if (missing_left && !column.any_missing) break;
    drawn.missing_left = missing_left;
    double sum = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Sums left = left_sums(slots[i], column, drawn);
      const double found = score(left, feature, nodes[i]);
      sum += found == kForbidden ? own_score(nodes[i]) : found;
    }
    if (!(sum > best_score)) continue;
    best_score = sum;
    best.at = drawn.at;
    best.missing_left = missing_left;
  }
  if (gains(best_score, own)) best.gain = best_score - own;
  return best;
}

#define SPINNEY_INSTANTIATE(Cell)                                                                 \
  template bool BinSearch<Cell>::draw_position(                                                   \
      const BinnedColumn&, const std::vector<const Cell*>&, std::uint64_t, std::uint32_t&) const; \
  template BinCandidate BinSearch<Cell>::search_random(                                           \
      const std::vector<const Cell*>&, std::uint32_t, const std::vector<BinNode>&);
SPINNEY_INSTANTIATE(Packed)
SPINNEY_INSTANTIATE(Counted)
SPINNEY_INSTANTIATE(Precise)
SPINNEY_INSTANTIATE(PackedVector)
SPINNEY_INSTANTIATE(PreciseVector)
#undef SPINNEY_INSTANTIATE

}  // namespace spinney
