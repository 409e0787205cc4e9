// Histograms of a tree's open nodes, and the best splits found in them.
//
// The smaller child's histogram is built; the larger child's is the difference from the parent's.
// If the hessian does not determine the number of rows, histograms of small nodes count rows. Large
// nodes are searched without counts; recount() handles those whose split leaves too few rows on a
// side. A gain without counts is an upper bound, so few columns are counted.
//
// A node whose rows have few cells in sparse columns is searched on its occupied slots only. Its
// histogram is not kept: it is subtracted from the parent's, and built again for the children.
//
// Histograms are allocated up to a limit on memory. At the limit, the histogram of the open node
// with the fewest rows is dropped; if that node is split, those of its children are built from
// their rows. The results are the same.
#pragma once

#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "split/histogram_search.h"

namespace spinney {

struct BinNodeSplit {
  double gain = 0;  // of the score; 0: no split found
  BinSplit split;
  bool forced = false;  // by the user
};

template <class Cell>
class NodeHistograms {
 public:
  NodeHistograms(const BinnedMatrix& matrix, std::size_t max_bytes, int n_threads,
                 Interrupt& interrupt);

  // Starts a tree. The options and features must outlive it.
  void start(const Cell* gradients, const BinSearchOptions& options,
             const std::vector<std::uint32_t>& features);

  // Builds the histogram of a node and searches it; a task without features is not searched.
  BinNodeSplit open(std::size_t node, BinTask task);
  // The right child is left + 1. A child whose task has no features is not searched.
  struct Children {
    BinNodeSplit left, right;
  };
  Children divide(std::size_t parent, std::size_t left, BinTask left_task, BinTask right_task);
  BinNodeSplit recount(std::size_t node, BinTask task);
  void drop(std::size_t node);

  // Symmetric trees: builds the children's histograms without a search.
  void start_children(std::size_t parent, std::size_t left, BinTask left_task, BinTask right_task);
  bool has(std::size_t node) const { return node < whole_.size() && !whole_[node].empty(); }
  const Cell* of(std::size_t node) const { return whole_[node].data(); }
  HistogramSearch<Cell>& search() { return search_; }

  SearchTimings timings() const;

 private:
  using SmallSearch = HistogramSearch<Counted, Packed>;

  bool small(const BinTask& task) const {
    return counts_small_ && task.node.n_rows <= Counted::kMaxRows;
  }
  bool few(const BinTask& task) const { return matrix_.few_cells(task.node.n_rows); }
  bool has_small(std::size_t node) const { return node < small_.size() && !small_[node].empty(); }
  BinNodeSplit open_small(std::size_t node, BinTask& task);
  BinNodeSplit open_few(BinTask& task);
  std::pair<BinNodeSplit, BinNodeSplit> subtract(std::size_t parent, std::size_t smaller,
                                                 BinTask& small_task, std::size_t larger,
                                                 BinTask& large_task);
  BinNodeSplit subtract_few(std::size_t parent, bool counted, std::size_t larger, BinTask& task);
  void divide_whole(std::size_t parent, std::size_t smaller, BinTask& small_task,
                    std::size_t larger, BinTask& large_task);
  // The best split of a searched node. `slots_of` returns the slots of a feature.
  template <class Kind, class Slots>
  static BinNodeSplit finish(BinSearch<Kind>& search, const BinTask& task, Slots&& slots_of);
  template <class Kind>
  BinNodeSplit finish(BinSearch<Kind>& search, const Histogram<Kind>& histogram,
                      const BinTask& task) const;
  template <class Kind>
  BinNodeSplit finish(BinSearch<Kind>& search, const SparseHistogram<Kind>& histogram,
                      const BinTask& task) const;
  template <class Kind, class Other>
  Histogram<Kind> take(std::vector<Histogram<Kind>>& spare, std::vector<Histogram<Other>>& other);
  Histogram<Cell> take_whole() { return take(spare_, small_spare_); }
  Histogram<Counted> take_small() { return take(small_spare_, spare_); }

  const BinnedMatrix& matrix_;
  int n_threads_;
  Interrupt& interrupt_;
  const Cell* gradients_ = nullptr;
  const BinSearchOptions* options_ = nullptr;
  bool counts_small_ = false;
  HistogramSearch<Cell> search_;
  std::unique_ptr<SmallSearch> small_search_;
  std::vector<Histogram<Cell>> whole_, spare_;  // per node (empty: none), and unused ones
  std::vector<Histogram<Counted>> small_, small_spare_;
  SparseHistogram<Cell> few_;  // of one node at a time
  SparseHistogram<Counted> few_small_;
  std::size_t max_allocated_, n_allocated_ = 0;            // histograms
  std::set<std::pair<std::size_t, std::size_t>> waiting_;  // rows and numbers of open nodes
};

extern template class NodeHistograms<Packed>;
extern template class NodeHistograms<Precise>;
extern template class NodeHistograms<PackedVector>;
extern template class NodeHistograms<PreciseVector>;

}  // namespace spinney
