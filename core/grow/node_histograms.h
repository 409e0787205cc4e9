// The histograms of a tree's open nodes, and the best splits found in them.
//
// The smaller child's histogram is built, the larger one's is its parent's less that. Where the
// hessian does not tell the number of rows, nodes of few rows have histograms that count them;
// large nodes are searched without, and recount() is for the few whose split turns out to leave too
// few rows on a side.
#pragma once

#include <memory>
#include <vector>

#include "split/histogram_search.h"

namespace spinney {

struct BinNodeSplit {
  double gain = 0;  // of the score; 0: there is no split to be had
  BinSplit split;
};

template <class Cell>
class NodeHistograms {
 public:
  NodeHistograms(const BinnedMatrix& matrix, int n_threads, Interrupt& interrupt);

  // For the next tree. The options and features must stay.
  void start(const Cell* gradients, const BinSearchOptions& options,
             const std::vector<std::uint32_t>& features);

  // Nodes have numbers. A task without features only gets its histogram.
  BinNodeSplit open(std::size_t node, BinTask task);
  // `left` is followed by the right child; a child whose task has no rows to be divided any more is
  // not searched.
  struct Children {
    BinNodeSplit left, right;
  };
  Children divide(std::size_t parent, std::size_t left, BinTask left_task, BinTask right_task);
  BinNodeSplit recount(BinTask task);
  void drop(std::size_t node);

  // For one question per level: the children's histograms, without a search.
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
  BinNodeSplit open_small(std::size_t node, BinTask& task);
  void divide_small(std::size_t parent, std::size_t smaller, BinTask& small_task,
                    std::size_t larger, BinTask& large_task);
  void divide_whole(std::size_t parent, std::size_t smaller, BinTask& small_task,
                    std::size_t larger, BinTask& large_task);
  template <class Search, class Kind>
  static BinNodeSplit finish(Search& search, const Histogram<Kind>& histogram, const BinTask& task);
  void limit_memory(std::size_t node);

  const BinnedMatrix& matrix_;
  int n_threads_;
  Interrupt& interrupt_;
  const Cell* gradients_ = nullptr;
  const BinSearchOptions* options_ = nullptr;
  const std::vector<std::uint32_t>* features_ = nullptr;
  bool counts_small_ = false;
  HistogramSearch<Cell> search_;
  std::unique_ptr<SmallSearch> small_search_;
  std::vector<Histogram<Cell>> whole_,
      spare_;  // per node, empty where there is none; and not in use
  std::vector<Histogram<Counted>> small_, small_spare_;
  std::size_t n_open_ = 0;
};

extern template class NodeHistograms<Packed>;
extern template class NodeHistograms<Precise>;

}  // namespace spinney
