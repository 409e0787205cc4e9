// Ridge regression of a node's responses on standardized columns. One Gram matrix serves all
// responses and all subsets of the columns.
#pragma once

#include <vector>

#include "split/node_responses.h"

namespace spinney {

class LinearModel {
 public:
  // `columns`: indices in the cells.
  void start(const NodeCells& cells, const NodeResponses& responses,
             const std::vector<std::uint32_t>& columns);

  // Coefficients for a linear combination of the responses on a subset of the columns.
  const std::vector<double>& solve(const std::vector<std::uint32_t>& subset,
                                   const std::vector<double>& mix);

 private:
  double ridge_ = 0;
  std::size_t n_columns_ = 0, n_responses_ = 0;
  std::vector<double> gram_, products_;  // columns x columns, columns x responses
  // Standardized cells, and one column of them times the weights.
  std::vector<double> scaled_, weighted_;
  std::vector<double> part_, coefficients_;  // of the last solve
};

}  // namespace spinney
