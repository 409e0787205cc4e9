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

  template <class Cell>
  Tree grow_with(Side<Cell>& side, const TreeJob& job);
  // Values of all nodes, and the terms of linear leaves; no terms if all leaves are constant.
  struct NodeValues {
    std::vector<double> value;
    std::vector<std::vector<Term>> terms;
  };
  NodeValues set_leaves(const std::vector<BinTreeNode>& nodes, const Row* order,
                        const GradientUnit& unit, const TreeJob& job);
  void add_leaf(double value, const Row* members, std::size_t n, double* scores, int n_threads);
  void add_out_of_bag(const std::vector<BinTreeNode>& nodes, const NodeValues& values,
                      const TreeJob& job);
  Tree make_tree(const std::vector<BinTreeNode>& nodes, const NodeValues& values,
                 const GradientUnit& unit) const;

  const BinnedMatrix& matrix_;
  int n_threads_;
  Interrupt& interrupt_;
  Side<Packed> packed_;
  Side<Precise> precise_;
  double gradient_seconds_ = 0, leaf_seconds_ = 0;
};

}  // namespace spinney
