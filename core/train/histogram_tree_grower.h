// Trees of boosting on binned columns.
#pragma once

#include <memory>
#include <optional>

#include "base/term.h"
#include "grow/bin_grower.h"
#include "train/tree_grower.h"

namespace spinney {

class HistogramTreeGrower final : public TreeGrower {
 public:
  HistogramTreeGrower(const BinnedMatrix& matrix, int n_threads, Interrupt& interrupt)
      : matrix_(matrix), n_threads_(n_threads), interrupt_(interrupt) {}

  Tree grow(const TreeJob& job) override;
  BoostTimings timings() const override;

 private:
  // One per precision of gradients, created when first needed.
  template <class Cell>
  struct Side {
    IntegerGradients<Cell> whole;
    std::unique_ptr<BinGrower<Cell>> grower;
  };

  // Values (nodes x scores of the tree) and weights of nodes, and the terms of linear leaves; no
  // terms if all leaves are constant.
  struct NodeValues {
    std::vector<double> value, weight;
    std::vector<std::vector<Term>> terms;
  };

  template <class Cell>
  Tree grow_with(Side<Cell>& side, const TreeJob& job);
  template <class Set>
  void each_leaf(const std::vector<BinTreeNode>& nodes, Set&& set) const;
  void add_step(const Row* members, std::size_t n, double step, double* scores,
                int n_threads) const;
  NodeValues set_leaves(const std::vector<BinTreeNode>& nodes, const Row* order,
                        const GradientUnit& unit, const TreeJob& job) const;
  NodeValues set_vector_leaves(const std::vector<BinTreeNode>& nodes, const Row* order,
                               const TreeJob& job) const;
  void add_out_of_bag(const std::vector<BinTreeNode>& nodes, const NodeValues& values,
                      const TreeJob& job) const;
  Tree make_tree(const std::vector<BinTreeNode>& nodes, const NodeValues& values,
                 std::size_t n_scores) const;

  const BinnedMatrix& matrix_;
  int n_threads_;
  Interrupt& interrupt_;
  Side<Packed> packed_;
  Side<Precise> precise_;
  Side<PackedVector> packed_vector_;
  Side<PreciseVector> precise_vector_;
  double gradient_seconds_ = 0, leaf_seconds_ = 0;
};

}  // namespace spinney
