// Which rows each member of an ensemble is fitted on. Bags are not kept: the seed and the number of
// a tree decide its bag, which is drawn anew whenever it is asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace spinney {

struct BagOptions {
  std::size_t n_rows = 0, n_draws = 0;
  bool replace = true;
  std::uint64_t seed = 0;
  std::vector<double>
      weight;  // per row, or empty: what draws are in proportion to, if there is replacement
  std::vector<std::int32_t> strata;  // per row, or empty: each keeps its share of the draws
  std::vector<std::uint32_t> given;  // trees x rows, or empty: counts in place of draws
};

class Bags {
 public:
  explicit Bags(BagOptions options);

  std::size_t n_rows() const { return options_.n_rows; }
  // How often each row is in the bag of a tree.
  std::vector<std::uint32_t> counts(std::size_t tree) const;
  // The rows that are not, ascending; without those of weight 0, if there are weights.
  std::vector<Row> out_of_bag(std::size_t tree, const double* weight) const;

 private:
  // Rows that are drawn among themselves.
  struct Stratum {
    std::vector<Row> rows;
    std::vector<double> cumulative;  // weights up to each row; empty: all alike
    std::size_t n_draws = 0;
  };
  void distribute_draws(double total);

  BagOptions options_;
  std::vector<Stratum> strata_;
};

}  // namespace spinney
