// Copies of row subsets.
#include "grow/row_subset.h"

#include "base/grid.h"

namespace spinney {

double RowSubset::effective_rows(std::size_t begin, std::size_t end) const {
  if (share.empty()) return static_cast<double>(end - begin);
  GridSum sum(1.0, end - begin);
  for (std::size_t i = begin; i < end; ++i) sum.add(share[partition.rows()[i]]);
  return sum.value();
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
