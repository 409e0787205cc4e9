#include "grow/bin_walk.h"

#include "grow/bin_partition.h"

namespace spinney {

BinWalk::BinWalk(const std::vector<BinTreeNode>& nodes, const BinnedMatrix& matrix)
    : matrix_(matrix), steps_(nodes.size()) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Step& step = steps_[i];
    const BinSplit& split = nodes[i].split;
    step.left = nodes[i].left;
    if (step.left < 0) continue;
    const BinnedColumn& column = matrix.columns[split.feature];
    step.feature = split.feature;
    step.last_left = split.last_left;
    step.missing = column.n_bins;
    step.missing_left = split.missing_left;
    if (!column.wide && !column.sparse)
      matrix.visit_bins(column, [&](const auto* bins, std::size_t stride) {
        step.bins = reinterpret_cast<const std::uint8_t*>(bins);
        step.stride = stride;
      });
    if (!column.categorical) continue;
    step.table = static_cast<std::int32_t>(tables_.size());
    tables_.push_back(left_bins(column, split, nodes[i].sums));
  }
}

inline std::uint32_t BinWalk::next(const Step& step, Row row) const {
  const std::uint32_t bin =
      step.bins ? step.bins[row * step.stride] : matrix_.bin(step.feature, row);
  const bool goes_left =
      step.table >= 0 ? tables_[static_cast<std::size_t>(step.table)][bin] != 0
                      : (bin <= step.last_left) | ((bin == step.missing) & step.missing_left);
  return static_cast<std::uint32_t>(step.left) + !goes_left;
}

BinWalk::Leaves BinWalk::find(const Row* rows, std::size_t n) const {
  Leaves at{};
  for (bool open = true; open;) {
    open = false;
    for (std::size_t j = 0; j < n; ++j) {
      const Step& step = steps_[at[j]];
      if (step.left < 0) continue;
      at[j] = next(step, rows[j]);
      open = true;
    }
  }
  return at;
}

void BinWalk::add_values(const Row* rows, std::size_t n, const std::vector<double>& value,
                         std::size_t width, double* scores) const {
  if (width == 1)
    return each_leaf(rows, n, [&](Row row, std::uint32_t leaf) { scores[row] += value[leaf]; });
  for (std::size_t begin = 0; begin < n; begin += kRows) {
    const std::size_t size = std::min(kRows, n - begin);
    const Leaves at = find(rows + begin, size);
    for (std::size_t k = 0; k < width; ++k)
      for (std::size_t j = 0; j < size; ++j)
        scores[k * matrix_.n_rows + rows[begin + j]] += value[at[j] * width + k];
  }
}

}  // namespace spinney
