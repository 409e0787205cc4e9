// The order of a column's categories in the split search on histograms.
#include <algorithm>

#include "split/bin_search.h"
#include "split/principal_order.h"

namespace spinney {

// Prepare a column: order its categories by the histograms of the given nodes.
template <class Cell>
void BinSearch<Cell>::order_levels(const BinnedColumn& column,
                                   const std::vector<const Cell*>& slots) {
  ordered_ = column.categorical;
  penalty_ = options_.penalty;
  if (!ordered_) return;
  order_.start();
  add_levels(column, slots);
  order_.finish(options_.levels);
  if (!order_.one_hot()) penalty_.l2 += options_.sorted_l2;
}

// Several channels: categories are sorted by the first principal component of their mean gradients.
template <class Cell>
void BinSearch<Cell>::add_levels(const BinnedColumn& column,
                                 const std::vector<const Cell*>& slots) {
  std::vector<std::uint32_t> levels;
  std::vector<double> means, hessians;
  for (std::uint32_t b = 0; b < column.n_bins; ++b) {
    Sums sums;
    bool present = false;
    for (const Cell* of_node : slots) {
      const Cell& cell = of_node[b];
      present |= !cell.empty();
      sums += cell.sums();
    }
    if (!present) continue;
    if constexpr (kIsVector<Cell>) {
      levels.push_back(b);
      hessians.push_back(sums.h());
      for (std::size_t c = 0; c < options_.n_channels; ++c)
        means.push_back(sums.g(c) / std::max(sums.h() + options_.levels.smoothing, 1e-300));
    } else {
      order_.add(b, sums.g(), sums.h());
    }
  }
  if (levels.empty()) return;
  const std::vector<double> mean = principal_projection(means, hessians);
  for (std::size_t i = 0; i < levels.size(); ++i)
    order_.add(levels[i], mean[i] * (hessians[i] + options_.levels.smoothing), hessians[i]);
}

template void BinSearch<Packed>::order_levels(const BinnedColumn&,
                                              const std::vector<const Packed*>&);
template void BinSearch<Counted>::order_levels(const BinnedColumn&,
                                               const std::vector<const Counted*>&);
template void BinSearch<Precise>::order_levels(const BinnedColumn&,
                                               const std::vector<const Precise*>&);
template void BinSearch<PackedVector>::order_levels(const BinnedColumn&,
                                                    const std::vector<const PackedVector*>&);
template void BinSearch<PreciseVector>::order_levels(const BinnedColumn&,
                                                     const std::vector<const PreciseVector*>&);
template void BinSearch<Packed>::add_levels(const BinnedColumn&, const std::vector<const Packed*>&);
template void BinSearch<Counted>::add_levels(const BinnedColumn&,
                                             const std::vector<const Counted*>&);
template void BinSearch<Precise>::add_levels(const BinnedColumn&,
                                             const std::vector<const Precise*>&);
template void BinSearch<PackedVector>::add_levels(const BinnedColumn&,
                                                  const std::vector<const PackedVector*>&);
template void BinSearch<PreciseVector>::add_levels(const BinnedColumn&,
                                                   const std::vector<const PreciseVector*>&);

}  // namespace spinney
