// Grows a tree of boosting on binned columns: best-first, level by level, or symmetric (one split
// per level).
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "grow/bin_partition.h"
#include "grow/boosting_options.h"
#include "grow/feature_draw.h"
#include "grow/frontier.h"
#include "grow/node_histograms.h"

namespace spinney {

// A node of the grown tree. Children follow their parent.
struct BinTreeNode {
  std::size_t begin = 0, end = 0;  // range of its rows in the partition
  std::int32_t left = -1;          // the right child is left + 1; -1 in leaves
  int depth = 0;
  std::uint64_t key = 0;
  BinNode sums;
  double gain = 0;  // reduction of the objective; 0: no split found
  BinSplit split;
  std::int32_t forced = -1;         // index of the forced split that it should have
  bool is_forced = false;           // whether it has that split
  std::vector<std::uint32_t> path;  // features of the splits above, if interactions are constrained

  std::size_t size() const { return end - begin; }
};

template <class Cell>
class BinGrower {
 public:
  BinGrower(const BinnedMatrix& matrix, std::size_t max_histogram_bytes, int n_threads,
            Interrupt& interrupt);

  // Grows on `rows` (ascending), or on all rows if it is null; `gradients` has an entry per row of
  // the table, `total` is the sum over the rows used. Returns the nodes, root first.
  using Sums = typename Cell::Sums;
  const std::vector<BinTreeNode>& grow(const Cell* gradients, const GradientUnit& unit,
                                       const Sums& total, const std::vector<Row>* rows,
                                       const BoostingOptions& options, std::uint64_t key);
  const Row* rows() const { return partition_.rows(); }
  SearchTimings search_timings() const { return histograms_.timings(); }
  double partition_seconds() const { return partition_.seconds(); }

 private:
  void open_root(const Sums& total, std::uint64_t key);
  void grow_by_nodes();
  void grow_by_levels();
  void split_level(const std::vector<std::size_t>& level);
  std::vector<std::size_t> open_level() const;
  bool may_split(const BinTreeNode& node) const;
  BinTask task_for(const BinTreeNode& node, bool search) const;
  std::vector<std::uint32_t> splittable(std::vector<std::uint32_t> features) const;
  void store_split(std::size_t at, BinNodeSplit best);
  bool partition_node(std::size_t at);
  bool too_small(const BinTreeNode& node, std::size_t middle) const;
  void add_children(std::size_t at, std::size_t middle);
  void bound_values(std::size_t parent);
  void open_children(std::size_t at);

  const BinnedMatrix& matrix_;
  Interrupt& interrupt_;
  NodeHistograms<Cell> histograms_;
  BinPartition partition_;
  const BoostingOptions* options_ = nullptr;
  const FeatureDraw* features_ = nullptr;
  BinSearchOptions search_options_;
  GradientUnit unit_;
  double min_gain_ = 0;  // of a split that is not forced
  std::vector<std::uint32_t> tree_features_;
  std::vector<std::uint32_t> histogram_features_;  // those of the tree and of forced splits
  std::vector<BinTreeNode> nodes_;
  Frontier<std::size_t> frontier_;  // leaves with a split that has not been applied
};

extern template class BinGrower<Packed>;
extern template class BinGrower<Precise>;
extern template class BinGrower<PackedVector>;
extern template class BinGrower<PreciseVector>;

}  // namespace spinney
