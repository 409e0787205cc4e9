// The training targets in the leaves of a forest, for predicting quantiles.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/forest.h"
#include "predict/leaf_ranks.h"

namespace spinney {

class LeafTargets {
 public:
  // The number of times each row is in the bootstrap sample of a tree.
  using Counts = std::function<std::vector<std::uint32_t>(std::size_t tree)>;

  // y and weight (or null) have an entry per row.
  LeafTargets(const Forest& forest, const Counts& counts, const Table& table, const double* y,
              const double* weight, int n_threads, Interrupt& interrupt);
  // targets ascend; ranks refer to them.
  LeafTargets(std::vector<double> targets, std::vector<LeafRanks> trees);

  const std::vector<double>& targets() const { return targets_; }
  const std::vector<LeafRanks>& trees() const { return trees_; }
  std::size_t n_bytes() const;
  // The trees of both; those of `other` come last.
  LeafTargets joined(const LeafTargets& other) const;

  // rows x quantiles into out: the smallest target whose cumulative weight reaches the quantile. A
  // target's weight is its share of each leaf that the row reaches. NaN if there are no targets.
  void predict(const Forest& forest, const Table& table, const std::vector<double>& quantiles,
               int n_threads, Interrupt& interrupt, double* out) const;

 private:
  std::vector<double> targets_;
  std::vector<LeafRanks> trees_;
};

}  // namespace spinney
