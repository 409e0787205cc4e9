// Logistic regression of the side that a row should go to. Separates classes better than least
// squares. With the sum of squares as a further column, the border is a sphere.
#pragma once

#include <vector>

#include "split/node_cells.h"

namespace spinney {

class LogisticModel {
 public:
  // Coefficients of the standardized columns (indices in the cells), then of their sum of squares
  // if with_squares. `right`: 1 per row that should go right.
  const std::vector<double>& fit(const NodeCells& cells, const std::vector<std::uint32_t>& columns,
                                 bool with_squares, const std::vector<double>& right);

 private:
  void gather(const NodeCells& cells, const std::vector<std::uint32_t>& columns, bool with_squares);
  double* column(std::size_t c) { return &z_[c * n_]; }
  void update_row_weights(const NodeCells& cells, const std::vector<double>& right);
  bool step();

  std::size_t n_ = 0, p_ = 0;  // rows; columns including the constant
  std::vector<double> z_, weight_, residual_, weighted_;
  std::vector<double> coefficients_, curvature_, gradient_;
};

}  // namespace spinney
