#include "grow/field.h"

#include "base/grid.h"

namespace spinney {

double Field::count_whole(std::size_t begin, std::size_t end) const {
  if (share.empty()) return static_cast<double>(end - begin);
  GridSum sum(1.0, end - begin);
  for (std::size_t i = begin; i < end; ++i) sum.add(share[partition.rows()[i]]);
  return sum.value();
}

std::shared_ptr<Field> copy_rows(const Field& field, std::size_t begin, std::size_t end,
                                 const std::vector<bool>* listed, Interrupt& interrupt) {
  const Dataset& data = field.data;
  const Row* rows = field.partition.rows() + begin;
  const std::size_t n = end - begin;
  const std::vector<bool> none_listed(data.matrix.columns.size());
  auto copy =
      std::make_shared<Field>(take_rows(data.matrix, rows, n, listed ? *listed : none_listed),
                              data.targets.take_rows(rows, n), std::vector<double>{});
  if (listed) copy->data.lists = OrderLists(data.matrix, *listed, rows, n, 1, interrupt);
  return copy;
}

}  // namespace spinney
