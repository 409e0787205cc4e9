// Histograms of nodes: building, subtraction and reuse.
#include "grow/node_histograms.h"

#include <type_traits>
#include <utility>

namespace spinney {
namespace {

// The maximum size of the histograms of open nodes; beyond it they are rebuilt when needed.
constexpr std::size_t kHistogramBytes = std::size_t{1} << 28;

template <class Kind>
Histogram<Kind> take_spare(std::vector<Histogram<Kind>>& spare) {
  if (spare.empty()) return {};
  Histogram<Kind> h = std::move(spare.back());
  spare.pop_back();
  return h;
}

template <class Kind>
Histogram<Kind>& at(std::vector<Histogram<Kind>>& histograms, std::size_t node) {
  if (histograms.size() <= node) histograms.resize(node + 1);
  return histograms[node];
}

template <class Kind>
bool recycle(std::vector<Histogram<Kind>>& histograms, std::size_t node,
             std::vector<Histogram<Kind>>& spare) {
  if (node >= histograms.size() || histograms[node].empty()) return false;
  spare.push_back(std::exchange(histograms[node], {}));
  return true;
}

}  // namespace

template <class Cell>
NodeHistograms<Cell>::NodeHistograms(const BinnedMatrix& matrix, int n_threads,
                                     Interrupt& interrupt)
    : matrix_(matrix),
      n_threads_(n_threads),
      interrupt_(interrupt),
      search_(matrix, n_threads, interrupt) {}

template <class Cell>
void NodeHistograms<Cell>::start(const Cell* gradients, const BinSearchOptions& options,
                                 const std::vector<std::uint32_t>& features) {
  for (std::size_t i = 0; i < std::max(whole_.size(), small_.size()); ++i) drop(i);
  gradients_ = gradients;
  options_ = &options;
  features_ = &features;
  search_.start(gradients, options, features);
  if constexpr (std::is_same_v<Cell, Packed>) {
    counts_small_ = !options.hessian_counts && options.min_samples_leaf > 1;
    if (!counts_small_) return;
    if (!small_search_)
      small_search_ = std::make_unique<SmallSearch>(matrix_, n_threads_, interrupt_);
    small_search_->start(gradients, options, features);
  }
}

template <class Cell>
template <class Search, class Kind>
BinNodeSplit NodeHistograms<Cell>::finish(Search& search, const Histogram<Kind>& histogram,
                                          const BinTask& task) {
  if (!(task.best.gain > 0)) return {};
  return {task.best.gain,
          search.search().finish({histogram.data()}, histogram.data(), task.best, task.node)};
}

template <class Cell>
BinNodeSplit NodeHistograms<Cell>::open(std::size_t node, BinTask task) {
  if (small(task) && !task.features.empty()) return open_small(node, task);
  if (task.node.n_rows == matrix_.n_rows) task.rows = nullptr;
  at(whole_, node) = take_spare(spare_);
  ++n_open_;
  search_.build(task, whole_[node]);
  return finish(search_, whole_[node], task);
}

template <class Cell>
BinNodeSplit NodeHistograms<Cell>::open_small(std::size_t node, BinTask& task) {
  at(small_, node) = take_spare(small_spare_);
  small_search_->build(task, small_[node]);
  return finish(*small_search_, small_[node], task);
}

template <class Cell>
auto NodeHistograms<Cell>::divide(std::size_t parent, std::size_t left, BinTask left_task,
                                  BinTask right_task) -> Children {
  if (left_task.features.empty() && right_task.features.empty()) {
    drop(parent);
    return {};
  }
  const bool left_smaller = left_task.node.n_rows <= right_task.node.n_rows;
  BinTask &small_task = left_smaller ? left_task : right_task,
          &large_task = left_smaller ? right_task : left_task;
  const std::size_t smaller = left_smaller ? left : left + 1,
                    larger = left_smaller ? left + 1 : left;
  BinNodeSplit of_small, of_large;
  if (parent < small_.size() && !small_[parent].empty()) {
    divide_small(parent, smaller, small_task, larger, large_task);
    of_small = finish(*small_search_, small_[smaller], small_task);
    of_large = finish(*small_search_, small_[larger], large_task);
  } else if (!has(parent) || small(large_task)) {
    drop(parent);
    if (!small_task.features.empty()) of_small = open(smaller, small_task);
    if (!large_task.features.empty()) of_large = open(larger, large_task);
  } else {
    divide_whole(parent, smaller, small_task, larger, large_task);
    of_large = finish(search_, whole_[larger], large_task);
    if (small(small_task)) {
      drop(smaller);
      if (!small_task.features.empty()) of_small = open_small(smaller, small_task);
    } else {
      of_small = finish(search_, whole_[smaller], small_task);
    }
  }
  for (const auto& [node, best] : {std::pair{smaller, &of_small}, std::pair{larger, &of_large}})
    if (best->gain > 0)
      limit_memory(node);
    else
      drop(node);
  return left_smaller ? Children{std::move(of_small), std::move(of_large)}
                      : Children{std::move(of_large), std::move(of_small)};
}

template <class Cell>
void NodeHistograms<Cell>::divide_small(std::size_t parent, std::size_t smaller,
                                        BinTask& small_task, std::size_t larger,
                                        BinTask& large_task) {
  at(small_, std::max(smaller, larger));
  small_[smaller] = take_spare(small_spare_);
  small_[larger] = std::exchange(small_[parent], {});
  small_search_->divide(small_task, small_[smaller], large_task, small_[larger]);
}

template <class Cell>
void NodeHistograms<Cell>::divide_whole(std::size_t parent, std::size_t smaller,
                                        BinTask& small_task, std::size_t larger,
                                        BinTask& large_task) {
  at(whole_, std::max(smaller, larger));
  whole_[smaller] = take_spare(spare_);
  whole_[larger] = std::exchange(whole_[parent], {});
  ++n_open_;
  std::vector<std::uint32_t> later;
  if (small(small_task)) later.swap(small_task.features);  // searched later, with row counts
  search_.divide(small_task, whole_[smaller], large_task, whole_[larger]);
  if (!later.empty()) small_task.features.swap(later);
}

template <class Cell>
void NodeHistograms<Cell>::start_children(std::size_t parent, std::size_t left, BinTask left_task,
                                          BinTask right_task) {
  if (left_task.node.n_rows <= right_task.node.n_rows)
    divide_whole(parent, left, left_task, left + 1, right_task);
  else
    divide_whole(parent, left + 1, right_task, left, left_task);
}

template <class Cell>
BinNodeSplit NodeHistograms<Cell>::recount(BinTask task) {
  HistogramSearch<Precise, Cell> counting(matrix_, n_threads_, interrupt_);
  counting.start(gradients_, *options_, *features_);
  Histogram<Precise> histogram;
  counting.build(task, histogram);
  return finish(counting, histogram, task);
}

template <class Cell>
void NodeHistograms<Cell>::drop(std::size_t node) {
  if (recycle(whole_, node, spare_)) --n_open_;
  recycle(small_, node, small_spare_);
}

template <class Cell>
void NodeHistograms<Cell>::limit_memory(std::size_t node) {
  const std::size_t n_kept = n_open_ + small_.size() - small_spare_.size();
  if (n_kept * matrix_.n_slots * sizeof(Cell) > kHistogramBytes) drop(node);
}

template <class Cell>
SearchTimings NodeHistograms<Cell>::timings() const {
  SearchTimings all = search_.timings();
  if (!small_search_) return all;
  const SearchTimings c = small_search_->timings();
  return {all.histogram + c.histogram, all.scan + c.scan, all.cells + c.cells};
}

template class NodeHistograms<Packed>;
template class NodeHistograms<Precise>;

}  // namespace spinney
