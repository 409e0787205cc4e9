// Ridge regression of a node's responses on some of its columns, standardized: one Gram matrix for
// every response and every subset of the columns.
#pragma once

#include <vector>

#include "split/node_responses.h"

namespace spinney {

class LinearModel {
 public:
  // `columns` are places in the cells.
  void start(const NodeCells& cells, const NodeResponses& responses,
             const std::vector<std::uint32_t>& columns);

  // The coefficients for a mix of the responses (a factor each) on a subset of the columns.
  const std::vector<double>& solve(const std::vector<std::uint32_t>& subset,
                                   const std::vector<double>& mix);

 private:
  double ridge_ = 0;
  std::size_t n_columns_ = 0, n_responses_ = 0;
  std::vector<double> gram_, products_;  // columns x columns, columns x responses
  std::vector<double> scaled_,
      weighted_;  // standardized cells, and one column of them times the weights
  std::vector<double> part_, coefficients_;  // of the last solve
};

}  // namespace spinney
