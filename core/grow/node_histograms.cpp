// Histograms of nodes: building, subtraction and reuse.
#include "grow/node_histograms.h"

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

#include "grow/column_counter.h"

namespace spinney {
namespace {

// A node and its two children need their histograms at the same time.
constexpr std::size_t kMinAllocated = 3;

template <class Kind>
Histogram<Kind>& at(std::vector<Histogram<Kind>>& histograms, std::size_t node) {
  if (histograms.size() <= node) histograms.resize(node + 1);
  return histograms[node];
}

// Makes the histogram of a node that of its child.
template <class Kind>
Histogram<Kind>& pass_on(std::vector<Histogram<Kind>>& histograms, std::size_t parent,
                         std::size_t child) {
  at(histograms, child);
  return histograms[child] = std::exchange(histograms[parent], {});
}

}  // namespace

template <class Cell>
NodeHistograms<Cell>::NodeHistograms(const BinnedMatrix& matrix, std::size_t max_bytes,
                                     int n_threads, Interrupt& interrupt)
    : matrix_(matrix),
      n_threads_(n_threads),
      interrupt_(interrupt),
      search_(matrix, n_threads, interrupt),
      max_allocated_(std::max(kMinAllocated, max_bytes / (sizeof(Cell) * matrix.n_slots + 1))) {}

// A histogram to be filled. At the limit, unused histograms of the other type are freed, then open
// nodes lose theirs, the one with the fewest rows first.
template <class Cell>
template <class Kind, class Other>
Histogram<Kind> NodeHistograms<Cell>::take(std::vector<Histogram<Kind>>& spare,
                                           std::vector<Histogram<Other>>& other) {
  while (spare.empty() && n_allocated_ >= max_allocated_) {
    if (!other.empty()) {
      other.pop_back();
      --n_allocated_;
    } else if (!waiting_.empty()) {
      drop(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
    } else {
      break;
    }
  }
  if (spare.empty()) {
    ++n_allocated_;
    return {};
  }
  Histogram<Kind> histogram = std::move(spare.back());
  spare.pop_back();
  return histogram;
}

template <class Cell>
void NodeHistograms<Cell>::start(const Cell* gradients, const BinSearchOptions& options,
                                 const std::vector<std::uint32_t>& features) {
  for (std::size_t i = 0; i < std::max(whole_.size(), small_.size()); ++i) drop(i);
  waiting_.clear();
  gradients_ = gradients;
  options_ = &options;
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
template <class Kind, class Slots>
BinNodeSplit NodeHistograms<Cell>::finish(BinSearch<Kind>& search, const BinTask& task,
                                          Slots&& slots_of) {
  if (task.forced) {
    BinSplit split;
    const double gain =
        search.force(slots_of(task.forced->feature), *task.forced, task.node, split);
    if (gain > 0) return {gain, std::move(split), true};
  }
  if (!(task.best.gain > 0)) return {};
  const Kind* slots = slots_of(task.best.feature);
  return {task.best.gain, search.finish({slots}, slots, task.best, task.node)};
}

template <class Cell>
template <class Kind>
BinNodeSplit NodeHistograms<Cell>::finish(BinSearch<Kind>& search, const Histogram<Kind>& histogram,
                                          const BinTask& task) const {
  return finish(search, task, [&](std::uint32_t feature) {
    return histogram.data() + matrix_.columns[feature].first_slot;
  });
}

template <class Cell>
template <class Kind>
BinNodeSplit NodeHistograms<Cell>::finish(BinSearch<Kind>& search,
                                          const SparseHistogram<Kind>& histogram,
                                          const BinTask& task) const {
  return finish(search, task, [&](std::uint32_t feature) {
    const BinnedColumn& c = matrix_.columns[feature];
    if (!c.sparse) return histogram.dense.data() + c.first_slot;
    const OccupiedSlots<Kind>& part = histogram.sparse[c.part];
    return search.expand(occupied_cells(c, matrix_.sparse_parts[c.part], part), part.total, c);
  });
}

template <class Cell>
BinNodeSplit NodeHistograms<Cell>::open(std::size_t node, BinTask task) {
  if (few(task) && !task.features.empty()) return open_few(task);
  if (small(task) && !task.features.empty()) return open_small(node, task);
  if (task.node.n_rows == matrix_.n_rows) task.rows = nullptr;
  at(whole_, node) = take_whole();
  search_.build(task, whole_[node]);
  return finish(search_.bin_search(), whole_[node], task);
}

template <class Cell>
BinNodeSplit NodeHistograms<Cell>::open_small(std::size_t node, BinTask& task) {
  at(small_, node) = take_small();
  small_search_->build(task, small_[node]);
  return finish(small_search_->bin_search(), small_[node], task);
}

template <class Cell>
BinNodeSplit NodeHistograms<Cell>::open_few(BinTask& task) {
  if (small(task)) {
    small_search_->search_few(task, few_small_);
    return finish(small_search_->bin_search(), few_small_, task);
  }
  search_.search_few(task, few_);
  return finish(search_.bin_search(), few_, task);
}

template <class Cell>
auto NodeHistograms<Cell>::divide(std::size_t parent, std::size_t left, BinTask left_task,
                                  BinTask right_task) -> Children {
  waiting_.erase({left_task.node.n_rows + right_task.node.n_rows, parent});
  const bool left_smaller = left_task.node.n_rows <= right_task.node.n_rows;
  BinTask &small_task = left_smaller ? left_task : right_task,
          &large_task = left_smaller ? right_task : left_task;
  const std::size_t smaller = left_smaller ? left : left + 1,
                    larger = left_smaller ? left + 1 : left;
  const bool searched = !small_task.features.empty() || !large_task.features.empty();
  const bool same_cells = has_small(parent) || (has(parent) && !small(large_task));
  BinNodeSplit of_small, of_large;
  if (searched && same_cells && !few(large_task)) {
    std::tie(of_small, of_large) = subtract(parent, smaller, small_task, larger, large_task);
  } else {
    drop(parent);
    if (!small_task.features.empty()) of_small = open(smaller, small_task);
    if (!large_task.features.empty()) of_large = open(larger, large_task);
  }
  for (const auto& [node, best] : {std::pair{smaller, &of_small}, std::pair{larger, &of_large}})
    if (best->gain > 0 && (has(node) || has_small(node)))
      waiting_.insert({node == smaller ? small_task.node.n_rows : large_task.node.n_rows, node});
    else
      drop(node);
  return left_smaller ? Children{std::move(of_small), std::move(of_large)}
                      : Children{std::move(of_large), std::move(of_small)};
}

// Searches both children; the parent's histogram becomes that of the larger child.
template <class Cell>
auto NodeHistograms<Cell>::subtract(std::size_t parent, std::size_t smaller, BinTask& small_task,
                                    std::size_t larger, BinTask& large_task)
    -> std::pair<BinNodeSplit, BinNodeSplit> {
  BinNodeSplit of_small, of_large;
  if (few(small_task)) {
    of_small = open_few(small_task);
    of_large = subtract_few(parent, small(small_task), larger, large_task);
  } else if (has_small(parent)) {
    at(small_, smaller);
    Histogram<Counted>& histogram = pass_on(small_, parent, larger);
    small_[smaller] = take_small();
    small_search_->divide(small_task, small_[smaller], large_task, histogram);
    of_small = finish(small_search_->bin_search(), small_[smaller], small_task);
    of_large = finish(small_search_->bin_search(), histogram, large_task);
  } else if (small(small_task)) {
    of_small = open_small(smaller, small_task);
    Histogram<Cell>& histogram = pass_on(whole_, parent, larger);
    if constexpr (std::is_same_v<Cell, Packed>)
      search_.subtract(small_[smaller], large_task, histogram);
    of_large = finish(search_.bin_search(), histogram, large_task);
  } else {
    divide_whole(parent, smaller, small_task, larger, large_task);
    of_small = finish(search_.bin_search(), whole_[smaller], small_task);
    of_large = finish(search_.bin_search(), whole_[larger], large_task);
  }
  return {std::move(of_small), std::move(of_large)};
}

// Subtracts the histogram of the smaller child, which was searched last, from the parent's.
template <class Cell>
BinNodeSplit NodeHistograms<Cell>::subtract_few(std::size_t parent, bool counted,
                                                std::size_t larger, BinTask& task) {
  if (has_small(parent)) {
    Histogram<Counted>& histogram = pass_on(small_, parent, larger);
    small_search_->subtract(few_small_, task, histogram);
    return finish(small_search_->bin_search(), histogram, task);
  }
  Histogram<Cell>& histogram = pass_on(whole_, parent, larger);
  if (!counted) search_.subtract(few_, task, histogram);
  if constexpr (std::is_same_v<Cell, Packed>)
    if (counted) search_.subtract(few_small_, task, histogram);
  return finish(search_.bin_search(), histogram, task);
}

template <class Cell>
void NodeHistograms<Cell>::divide_whole(std::size_t parent, std::size_t smaller,
                                        BinTask& small_task, std::size_t larger,
                                        BinTask& large_task) {
  at(whole_, smaller);
  Histogram<Cell>& histogram = pass_on(whole_, parent, larger);
  whole_[smaller] = take_whole();
  search_.divide(small_task, whole_[smaller], large_task, histogram);
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
BinNodeSplit NodeHistograms<Cell>::recount(std::size_t node, BinTask task) {
  if constexpr (kIsVector<Cell>) {
    return {};  // these cells count rows
  } else {
    ColumnCounter<Cell> counter(matrix_, gradients_, task.rows, task.node.n_rows);
    BinSearch<Precise> search(matrix_, *options_);
    const auto counted = [&](std::uint32_t f) {
      return search.search(counter.count(f), f, task.node);
    };
    double least = 0;  // a lower bound of the best gain leaves out most columns
    for (const std::uint32_t f : full_columns(matrix_, task.features))
      least = std::max(least, counted(f).gain);
    task.all_from = least;
    if (has(node)) {
      search_.search(task, whole_[node]);
    } else if (few(task)) {
      search_.search_few(task, few_);
    } else {
      at(whole_, node) = take_whole();
      search_.build(task, whole_[node]);
      waiting_.insert({task.node.n_rows, node});
    }
    std::vector<std::uint32_t> by_bound = task.features;
    std::stable_sort(by_bound.begin(), by_bound.end(), [&](std::uint32_t a, std::uint32_t b) {
      return search_.gain(a) > search_.gain(b);
    });
    BinCandidate best;
    for (const std::uint32_t f : by_bound) {
      if (!(search_.gain(f) > 0) || search_.gain(f) < best.gain) break;
      const BinCandidate found = counted(f);
      if (found.gain > best.gain || (found.gain == best.gain && f < best.feature)) best = found;
    }
    task.best = best;
    return finish(search, task, [&](std::uint32_t feature) { return counter.count(feature); });
  }
}

template <class Cell>
void NodeHistograms<Cell>::drop(std::size_t node) {
  if (has(node)) spare_.push_back(std::exchange(whole_[node], {}));
  if (has_small(node)) small_spare_.push_back(std::exchange(small_[node], {}));
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
template class NodeHistograms<PackedVector>;
template class NodeHistograms<PreciseVector>;

}  // namespace spinney
