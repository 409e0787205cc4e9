// The split of a node that the user defines, from the node's histogram.
#include "split/forced_split.h"

#include <algorithm>

#include "split/bin_search.h"

namespace spinney {

template <class Cell>
double BinSearch<Cell>::force(const Cell* slots, const ForcedSplit& forced, const BinNode& node,
                              BinSplit& split) {
  const BinnedColumn& column = matrix_.columns[forced.feature];
  ordered_ = false;
  penalty_ = options_.penalty;
  split = {};
  split.feature = forced.feature;
  split.categorical = column.categorical;
  Sums left;
  if (column.categorical) {
    const auto level = static_cast<Code>(forced.threshold);
    if (level >= column.n_bins) return kForbidden;
    left = slots[level].sums();
    split.left_bins = {level};
    for (std::uint32_t b = 0; b < column.n_bins; ++b)
      if (!slots[b].empty()) split.seen_bins.push_back(b);
  } else {
    const auto cut = std::lower_bound(column.cuts.begin(), column.cuts.end(), forced.threshold);
    if (cut == column.cuts.end()) return kForbidden;
    split.last_left = static_cast<std::uint32_t>(cut - column.cuts.begin());
    for (std::uint32_t b = 0; b <= split.last_left; ++b) left += slots[b].sums();
  }
  const bool missing = column.any_missing && !slots[column.n_bins].empty();
  double best = kForbidden;
  for (const bool missing_left : {false, true}) {
    if (missing_left && !missing) break;
    Sums side = left;
    if (missing_left) side += slots[column.n_bins].sums();
    const double found = score(side, forced.feature, node);
    if (!(found > best)) continue;
    best = found;
    put_sums(side, split.left, split.left_rest);
    split.missing_left = missing_left;
  }
  if (!missing) split.missing_left = split.left.hessian > node.total.hessian - split.left.hessian;
  const double own = newton_score(node.total.g(), node.total.h(), options_.penalty);
  return gains(best, own) ? best - own : kForbidden;
}

template double BinSearch<Packed>::force(const Packed*, const ForcedSplit&, const BinNode&,
                                         BinSplit&);
template double BinSearch<Counted>::force(const Counted*, const ForcedSplit&, const BinNode&,
                                          BinSplit&);
template double BinSearch<Precise>::force(const Precise*, const ForcedSplit&, const BinNode&,
                                          BinSplit&);
template double BinSearch<PackedVector>::force(const PackedVector*, const ForcedSplit&,
                                               const BinNode&, BinSplit&);
template double BinSearch<PreciseVector>::force(const PreciseVector*, const ForcedSplit&,
                                                const BinNode&, BinSplit&);

}  // namespace spinney
