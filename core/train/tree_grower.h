// The interface of tree growers in boosting.
#pragma once

#include <algorithm>
#include <vector>

#include "data/table.h"
#include "grow/boosting_options.h"
#include "model/tree.h"
#include "train/leaf_steps.h"
#include "train/round_gradients.h"

namespace spinney {

// Leaf values: a second-order step or a line search on the loss, and further steps.
class LeafValues {
 public:
  LeafValues(const RoundGradients& gradients, const NewtonPenalty& penalty, const Loss* line_search,
             const LeafSteps* further, const LossRows& rows, double rate, Interrupt& interrupt)
      : gradients_(gradients),
        penalty_(penalty),
        line_search_(line_search),
        further_(further),
        rows_(rows),
        rate_(rate),
        interrupt_(interrupt) {}

  // The value of a leaf for score k, within monotone bounds.
  double of(std::size_t k, const Row* members, std::size_t n, double lower, double upper,
            int n_threads = 1) const {
    const double first = std::clamp(unbounded(k, members, n, n_threads), lower, upper);
    if (!further_) return rate_ * first;
    return rate_ * further_->refine(rows_, members, n, k, first, lower, upper, n_threads);
  }
  // The same for fractions of rows; `newton` is the value of a second-order step.
  double of_parts(std::size_t k, const std::vector<Row>& members, const std::vector<double>& share,
                  double newton, double lower, double upper) const;
  double rate() const { return rate_; }
  // Whether values need more than the sums of gradients and hessians.
  bool need_rows() const { return line_search_ || further_; }

 private:
  double unbounded(std::size_t k, const Row* members, std::size_t n, int n_threads) const {
    if (line_search_) return line_search_->leaf_step(rows_, members, n, k);
    const auto [g, h] = gradients_.sums(k, members, n, n_threads, interrupt_);
    return newton_value(g, h, penalty_);
  }

  const RoundGradients& gradients_;
  const NewtonPenalty& penalty_;
  const Loss* line_search_;
  const LeafSteps* further_;
  const LossRows& rows_;
  double rate_;
  Interrupt& interrupt_;
};

struct TreeJob {
  const RoundGradients& gradients;
  const LeafValues& leaves;
  const BoostingOptions& options;
  std::size_t k = 0;                         // the score, or the first of several
  std::size_t n_scores = 1;                  // of the tree
  const RoundGradients* channels = nullptr;  // for the split search of several scores
  std::uint64_t key = 0;                     // for random numbers
  bool small = false;                        // round gradients to small integers
  const std::vector<Row>* rows = nullptr;    // sampled rows (ascending); null: all
  double* scores = nullptr;      // scores x rows of the table; the tree's values are added
  const Table* table = nullptr;  // the cells, for linear leaves
};

// Wall-clock seconds by phase.
struct BoostTimings {
  double gradients = 0, histogram = 0, scan = 0, partition = 0, leaves = 0;
  std::size_t cells = 0;
};

class TreeGrower {
 public:
  virtual ~TreeGrower() = default;
  virtual Tree grow(const TreeJob& job) = 0;
  virtual BoostTimings timings() const { return {}; }
};

}  // namespace spinney
