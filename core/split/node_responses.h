// Targets of a node as numbers for linear models: indicators of its most frequent classes, or the
// targets themselves.
#pragma once

#include <vector>

#include "split/node_cells.h"

namespace spinney {

class NodeResponses {
 public:
  static constexpr std::size_t kMaxResponses = 8;

  void gather(const Targets& targets, const NodeCells& cells);

  std::size_t size() const { return n_; }
  // One entry per row; the mean is 0.
  const double* values(std::size_t k) const { return &values_[k * n_rows_]; }

 private:
  void add_classes(const Targets& targets, const NodeCells& cells, std::size_t output);
  void center(double* y, const NodeCells& cells) const;
  double* next() { return &values_[n_++ * n_rows_]; }

  std::size_t n_ = 0, n_rows_ = 0;
  std::vector<double> values_, class_weight_;
  std::vector<std::uint32_t> order_;
};

// The side each row should go to, given a cut: 1 for right. A class goes where most of its weight
// goes, a number to the side with the nearer mean.
void choose_sides(const Targets& targets, const NodeCells& cells,
                  const std::vector<std::uint8_t>& left, std::vector<double>& right);

}  // namespace spinney
