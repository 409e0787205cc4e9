// Copies of row subsets.
#include "grow/row_subset.h"

#include <algorithm>

#include "base/grid.h"

namespace spinney {

double RowSubset::effective_rows(std::size_t begin, std::size_t end) const {
  if (share.empty()) return static_cast<double>(end - begin);
  GridSum sum(1.0, end - begin);
  for (std::size_t i = begin; i < end; ++i) sum.add(share[partition.rows()[i]]);
  return sum.value();
}

std::shared_ptr<RowSubset> child_subset(const RowSubset& subset, const RowParts& child) {
  const Row* rows = child.rows.data();
  const std::size_t n = child.rows.size();
  std::vector<double> share(n);
  for (std::size_t i = 0; i < n; ++i) share[i] = subset.share_of(rows[i]) * child.parts[i];
  const bool whole =
      std::all_of(child.parts.begin(), child.parts.end(), [](double part) { return part == 1; });
  const Targets& targets = subset.data.targets;
  const std::vector<bool> none_presorted(subset.data.matrix.columns.size());
  return std::make_shared<RowSubset>(
      take_rows(subset.data.matrix, rows, n, none_presorted),
      whole ? targets.take_rows(rows, n) : targets.take_shares(rows, n, child.parts),
      std::move(share));
}

std::shared_ptr<RowSubset> copy_rows(const RowSubset& subset, std::size_t begin, std::size_t end,
                                     const std::vector<bool>* to_presort, Interrupt& interrupt) {
  const Dataset& data = subset.data;
  const Row* rows = subset.partition.rows() + begin;
  const std::size_t n = end - begin;
  const std::vector<bool> none_presorted(data.matrix.columns.size());
  auto copy = std::make_shared<RowSubset>(
      take_rows(data.matrix, rows, n, to_presort ? *to_presort : none_presorted),
      data.targets.take_rows(rows, n), std::vector<double>{});
  if (to_presort)
    copy->data.presorted = PresortedColumns(data.matrix, *to_presort, rows, n, 1, interrupt);
  return copy;
}

}  // namespace spinney
