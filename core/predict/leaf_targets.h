// The training targets in the leaves of a forest, for quantiles.
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
  // How often each row is in the bag of a tree.
  using Counts = std::function<std::vector<std::uint32_t>(std::size_t tree)>;

  // One number y per row; weight per row or null.
  LeafTargets(const Forest& forest, const Counts& counts, const Table& table, const double* y,
              const double* weight, int n_threads, Interrupt& interrupt);
  // Ranks are those of the targets, which ascend.
  LeafTargets(std::vector<double> targets, std::vector<LeafRanks> trees);

  const std::vector<double>& targets() const { return targets_; }
  const std::vector<LeafRanks>& trees() const { return trees_; }
  std::size_t n_bytes() const;
  // The trees of both, these first.
  LeafTargets joined(const LeafTargets& other) const;

  // rows x quantiles, into out: the smallest target whose cumulated weight reaches the quantile,
  // where a target has the weight of its share in each of the leaves that the row ends in. NaN if
  // there is none.
  void predict(const Forest& forest, const Table& table, const std::vector<double>& quantiles,
               int n_threads, Interrupt& interrupt, double* out) const;

 private:
  std::vector<double> targets_;
  std::vector<LeafRanks> trees_;
};

}  // namespace spinney
