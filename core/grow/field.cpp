#include "grow/field.h"

#include "base/grid.h"

namespace spinney {

double Field::count_whole(std::size_t begin, std::size_t end) const {
  if (share.empty()) return static_cast<double>(end - begin);
  GridSum sum(1.0, end - begin);
  for (std::size_t i = begin; i < end; ++i) sum.add(share[partition.rows()[i]]);
  return sum.value();
}

}  // namespace spinney
