// Grows a tree of boosting on binned columns: leaf by leaf (the largest gain first), level by
// level, or with one question per level.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "grow/bin_partition.h"
#include "grow/boosting_options.h"
#include "grow/feature_draw.h"
#include "grow/node_histograms.h"

namespace spinney {

// A node of the grown tree; children come after their parents.
struct BinTreeNode {
  std::size_t begin = 0, end = 0;  // its rows in the order
  std::int32_t left = -1;          // the right child is the next node; -1 in leaves
  int depth = 0;
  std::uint64_t key = 0;
  BinNode sums;
  double gain = 0;  // of the objective; 0: there is no split to be had
  BinSplit split;
  std::vector<std::uint32_t> path;  // features asked above, where interactions are constrained

  std::size_t size() const { return end - begin; }
};

template <class Cell>
class BinGrower {
 public:
  BinGrower(const BinnedMatrix& matrix, int n_threads, Interrupt& interrupt);

  // On some rows (ascending), or on all, with the gradients of all rows. Returns the nodes, root
  // first. `total` is the sum of their gradients.
  const std::vector<BinTreeNode>& grow(const Cell* gradients, const GradientUnit& unit,
                                       const GradientSums& total, const std::vector<Row>* rows,
                                       const BoostingOptions& options, std::uint64_t key);
  const Row* rows() const { return partition_.rows(); }
  SearchTimings search_timings() const { return histograms_.timings(); }
  double partition_seconds() const { return partition_.seconds(); }

 private:
  void open_root(const GradientSums& total, std::uint64_t key);
  void grow_by_nodes();
  void grow_by_levels();
  void split_level(const std::vector<std::size_t>& level);
  std::size_t next_node();
  std::vector<std::size_t> open_level() const;
  bool may_split(const BinTreeNode& node) const;
  BinTask task_for(const BinTreeNode& node, bool search) const;
  void take(std::size_t at, BinNodeSplit best);
  bool part(std::size_t at);
  bool too_small(const BinTreeNode& node, std::size_t middle) const;
  void add_children(std::size_t at, std::size_t middle);
  void bound_children(const BinTreeNode& parent, BinTreeNode& left, BinTreeNode& right) const;
  void open_children(std::size_t at);
  void prune();

  const BinnedMatrix& matrix_;
  Interrupt& interrupt_;
  NodeHistograms<Cell> histograms_;
  BinPartition partition_;
  const BoostingOptions* options_ = nullptr;
  const FeatureDraw* features_ = nullptr;
  BinSearchOptions search_options_;
  GradientUnit unit_;
  std::vector<BinTreeNode> nodes_;
  std::vector<std::size_t> open_;  // nodes that have a split and wait for it
};

extern template class BinGrower<Packed>;
extern template class BinGrower<Precise>;

}  // namespace spinney
