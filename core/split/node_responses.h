// What is to be predicted in a node, as numbers to fit a linear model to: indicators of its most
// frequent classes, or the targets themselves.
#pragma once

#include <vector>

#include "split/node_cells.h"

namespace spinney {

class NodeResponses {
 public:
  static constexpr std::size_t kMaxResponses = 8;

  void gather(const Targets& targets, const NodeCells& cells);

  std::size_t size() const { return n_; }
  // An entry per row; their mean is 0.
  const double* values(std::size_t k) const { return &values_[k * n_rows_]; }

 private:
  void add_classes(const Targets& targets, const NodeCells& cells, std::size_t output);
  void center(double* y, const NodeCells& cells) const;
  double* next() { return &values_[n_++ * n_rows_]; }

  std::size_t n_ = 0, n_rows_ = 0;
  std::vector<double> values_, class_weight_;
  std::vector<std::uint32_t> order_;
};

// Where each row is to go, given where a cut sends them: 1 if to the right. A class goes with most
// of it, a number with the mean it is nearer to.
void choose_sides(const Targets& targets, const NodeCells& cells,
                  const std::vector<std::uint8_t>& left, std::vector<double>& right);

}  // namespace spinney
