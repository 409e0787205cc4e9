// Scores of all positions of a column whose cells have several channels.
#pragma once

#include <vector>

#include "split/bin_scores.h"
#include "split/vector_cell.h"

namespace spinney {

class VectorScan {
 public:
  struct Limits {
    double l2, min_hessian, min_count;
  };

  // Scores of the positions behind each bin, or only behind occupied ones unless kAll; `start` are
  // the initial left sums. Returns the number of positions.
  template <bool kAll, class T>
  std::size_t score(const VectorCell<T>* slots, std::size_t n, const VectorSums& start,
                    const VectorSums& total, std::size_t n_channels, const Limits& limits,
                    double* scores);

 private:
  std::vector<double> lanes_, left_, right_;
};

}  // namespace spinney
