// Bootstrap samples of the members of an ensemble. Bags are not stored: the seed and the index of a
// tree determine its bag, which is drawn again whenever it is needed.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "base/types.h"

namespace spinney {

struct BagOptions {
  std::size_t n_rows = 0, n_draws = 0;
  bool replace = true;
  std::uint64_t seed = 0;
  std::vector<double> weight;        // per row, or empty: probabilities of draws with replacement
  std::vector<std::int32_t> strata;  // per row, or empty: each stratum keeps its share of the draws
  std::vector<std::uint32_t> given;  // trees x rows, or empty: counts that replace the draws
};

class Bags {
 public:
  explicit Bags(BagOptions options);

  std::size_t n_rows() const { return options_.n_rows; }
  // The number of times each row is in the bag of a tree.
  std::vector<std::uint32_t> counts(std::size_t tree, Interrupt& interrupt) const;
  // The out-of-bag rows, ascending, without rows of weight 0.
  std::vector<Row> out_of_bag(std::size_t tree, const double* weight, Interrupt& interrupt) const;

 private:
  // The rows of a stratum.
  struct Stratum {
    std::vector<Row> rows;
    std::vector<double> cumulative;  // cumulative weights of the rows; empty: equal weights
    std::size_t n_draws = 0;
  };
  void distribute_draws(double total);

  BagOptions options_;
  std::vector<Stratum> strata_;
};

}  // namespace spinney
