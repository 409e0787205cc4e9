// The cuts of one column, with the cell on their left.
#pragma once

#include <vector>

#include "optimal/subset.h"

namespace spinney::optimal {

template <class Loss>
struct CutCells {
  using Value = typename Loss::Value;

  std::size_t stride = 0;     // codes
  std::vector<Value> planes;  // planes x codes; entry t is the cell left of cut t

  const Value* at(Code cut) const { return planes.data() + cut; }

  // Whether both sides of a cut may be leaves.
  bool allowed(const CellShape& shape, const std::vector<Value>& total, Code cut) const {
    if (!shape.limited) return true;
    const Value* count = planes.data() + shape.n_planes * stride + cut;
    const Value left = count[0], weight = count[stride];
    return shape.large_enough(left, weight) &&
           shape.large_enough(total[shape.n_planes] - left, total[shape.n_planes + 1] - weight);
  }
};

// Cells of the rows for which select(row) is true.
template <class Loss, class Select>
CutCells<Loss> cut_cells(const Subset<Loss>& subset, std::size_t column, const CellShape& shape,
                         Select&& select) {
  const SubsetColumn& c = subset.columns()[column];
  CutCells<Loss> cells;
  cells.stride = c.n_codes();
  cells.planes.resize(shape.size() * cells.stride);
  for (std::size_t i = 0; i < subset.size(); ++i)
    if (select(i))
      Loss::add(subset.targets, i, shape, cells.planes.data() + c.codes[i], cells.stride);
  if (c.nominal) return cells;
  for (std::size_t k = 0; k < shape.size(); ++k)
    for (std::size_t t = 1; t < cells.stride; ++t)
      cells.planes[k * cells.stride + t] += cells.planes[k * cells.stride + t - 1];
  return cells;
}

template <class Loss>
CutCells<Loss> cut_cells(const Subset<Loss>& subset, std::size_t column, const CellShape& shape) {
  return cut_cells(subset, column, shape, [](std::size_t) { return true; });
}

// Scores of both sides of a cut as leaves.
template <class Loss>
struct CutScore {
  typename Loss::Value left, right;
};

template <class Loss>
CutScore<Loss> leaf_scores(const CutCells<Loss>& cells,
                           const std::vector<typename Loss::Value>& total, Code cut,
                           const CellShape& shape) {
  const std::vector<typename Loss::Value> none(shape.size());
  return {Loss::score(cells.at(cut), cells.stride, none.data(), 1, shape),
          Loss::score(total.data(), 1, cells.at(cut), cells.stride, shape)};
}

}  // namespace spinney::optimal
