// Logistic regression of the side that a row is to go to, on some columns: where classes can be
// parted, it finds a border between them that least squares only comes near. With the squared
// distance from the mean as one more column the border is a sphere.
#pragma once

#include <vector>

#include "split/node_cells.h"

namespace spinney {

class LogisticModel {
 public:
  // Coefficients of the standardized columns (places in the cells), then of the sum of their
  // squares if it is wanted; `right` has an entry per row.
  const std::vector<double>& fit(const NodeCells& cells, const std::vector<std::uint32_t>& columns,
                                 bool with_squares, const std::vector<double>& right);

 private:
  void gather(const NodeCells& cells, const std::vector<std::uint32_t>& columns, bool with_squares);
  double* column(std::size_t c) { return &z_[c * n_]; }
  void update_row_weights(const NodeCells& cells, const std::vector<double>& right);
  bool step();

  std::size_t n_ = 0, p_ = 0;  // rows; columns, the last being the constant
  std::vector<double> z_, weight_, residual_, weighted_;
  std::vector<double> coefficients_, curvature_, gradient_;
};

}  // namespace spinney
