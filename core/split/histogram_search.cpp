// Histograms of nodes and their best splits.
#include "split/histogram_search.h"

#include <algorithm>

#include "base/pool.h"
#include "base/stopwatch.h"

namespace spinney {
namespace {

constexpr std::size_t kShareCells = 60'000;  // fewer cells: one thread
constexpr std::size_t kShareSlots = 4'000;   // the same for subtracting and searching

// The cell of a histogram with other cells.
template <class Cell, class Other>
Cell convert(const Other& from) {
  if constexpr (std::is_same_v<Cell, Other>)
    return from;
  else
    return Cell::of(from.gradient(), from.hessian());
}

}  // namespace

template <class Cell, class Gradient>
HistogramSearch<Cell, Gradient>::HistogramSearch(const BinnedMatrix& matrix, int n_threads,
                                                 Interrupt& interrupt)
    : matrix_(matrix),
      parts_(histogram_parts(matrix)),
      n_threads_(n_threads),
      interrupt_(interrupt),
      workers_(static_cast<std::size_t>(n_threads)),
      part_used_(parts_.size()),
      first_sparse_(parts_.size() - matrix.sparse_parts.size()),
      part_of_(matrix.columns.size()) {
  for (Found* found : {&found_, &larger_found_}) {
    found->searched.resize(matrix.columns.size());
    found->best.resize(matrix.columns.size());
  }
  for (std::uint32_t p = 0; p < parts_.size(); ++p)
    for (const std::uint32_t f : parts_[p].columns) part_of_[f] = p;
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::start(const Gradient* gradients,
                                            const BinSearchOptions& options,
                                            const std::vector<std::uint32_t>& features) {
  gradients_ = gradients;
  for (Worker& w : workers_) w.search = std::make_unique<BinSearch<Cell>>(matrix_, options);
  std::fill(part_used_.begin(), part_used_.end(), 0);
  for (const std::uint32_t f : features) part_used_[part_of_[f]] = 1;
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::add(const HistogramPart& part, const BinTask& task,
                                          std::size_t begin, std::size_t end, Cell* to,
                                          Worker& worker) {
  const Stopwatch timer(worker.timings.histogram);
  std::fill(to + part.first_slot, to + part.last_slot, Cell{});
  add_rows(matrix_, part, task.rows, begin, end, gradients_, to);
  worker.timings.cells += part.sparse ? count_cells(*part.sparse, task.rows, begin, end)
                                      : (end - begin) * part.columns.size();
}

// Each thread adds a share of the rows to its own histogram.
template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::add_by_rows(const BinTask& task, Cell* to) {
  const auto n_shares = static_cast<std::size_t>(n_threads_);
  parallel_for(n_threads_, n_shares, interrupt_, [&](std::size_t share, int w) {
    Histogram<Cell>& partial = workers_[share].partial;
    if (share > 0) partial.resize(matrix_.n_slots);
    for (std::size_t p = 0; p < parts_.size(); ++p)
      if (part_used_[p])
        add(parts_[p], task, task.node.n_rows * share / n_shares,
            task.node.n_rows * (share + 1) / n_shares, share > 0 ? partial.data() : to,
            workers_[static_cast<std::size_t>(w)]);
  });
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::start_search(const BinTask& task, Found& found) const {
  std::fill(found.searched.begin(), found.searched.end(), 0);
  for (const std::uint32_t f : task.features) {
    found.searched[f] = 1;
    found.best[f] = {};  // parts that are not used are not searched
  }
  found.least = task.all_from.value_or(0);
  found.raises_least = !task.all_from;
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::Found::add(std::uint32_t feature,
                                                 const BinCandidate& candidate) {
  best[feature] = candidate;
  double known = least.load(std::memory_order_relaxed);
  while (raises_least && candidate.gain > known &&
         !least.compare_exchange_weak(known, candidate.gain, std::memory_order_relaxed)) {
  }
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::search_part(std::size_t part, const Cell* histogram,
                                                  const BinTask& task, Found& found,
                                                  Worker& worker) const {
  const Stopwatch timer(worker.timings.scan);
  for (const std::uint32_t f : parts_[part].columns)
    if (found.searched[f])
      found.add(f, worker.search->search(histogram + matrix_.columns[f].first_slot, f, task.node,
                                         found.least));
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::choose(BinTask& task, const Found& found) const {
  task.best = {};
  for (const std::uint32_t f : task.features)
    if (found.best[f].gain > task.best.gain) task.best = found.best[f];
}

template <class Cell, class Gradient>
int HistogramSearch<Cell, Gradient>::part_threads(std::size_t cells) const {
  return cells >= kShareCells || matrix_.n_slots >= kShareSlots ? n_threads_ : 1;
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::run(BinTask& task, Histogram<Cell>& out, BinTask* larger,
                                          Histogram<Cell>* parent) {
  out.resize(matrix_.n_slots);
  const std::size_t cells = task.node.n_rows * matrix_.columns.size();
  const bool share = n_threads_ > 1 && cells >= kShareCells;
  const bool by_rows = share && parts_.size() < static_cast<std::size_t>(n_threads_);
  start_search(task, found_);
  if (larger) start_search(*larger, larger_found_);
  if (by_rows) add_by_rows(task, out.data());
  const int n_threads = by_rows ? 1 : part_threads(cells);
  parallel_for(n_threads, parts_.size(), interrupt_, [&](std::size_t p, int w) {
    if (!part_used_[p]) return;
    Worker& worker = workers_[static_cast<std::size_t>(w)];
    const HistogramPart& part = parts_[p];
    if (by_rows) {
      for (std::size_t k = 1; k < workers_.size(); ++k)
        for (std::size_t i = part.first_slot; i < part.last_slot; ++i)
          out[i] += workers_[k].partial[i];
    } else {
      add(part, task, 0, task.node.n_rows, out.data(), worker);
    }
    if (!task.features.empty()) search_part(p, out.data(), task, found_, worker);
    if (!larger) return;
    for (std::size_t i = part.first_slot; i < part.last_slot; ++i) (*parent)[i] -= out[i];
    if (!larger->features.empty()) search_part(p, parent->data(), *larger, larger_found_, worker);
  });
  choose(task, found_);
  if (larger) choose(*larger, larger_found_);
}

template <class Cell, class Gradient>
template <class Subtract>
void HistogramSearch<Cell, Gradient>::subtract_parts(BinTask& larger, Histogram<Cell>& parent,
                                                     Subtract&& subtract) {
  start_search(larger, larger_found_);
  parallel_for(part_threads(0), parts_.size(), interrupt_, [&](std::size_t p, int w) {
    if (!part_used_[p]) return;
    subtract(p);
    if (!larger.features.empty())
      search_part(p, parent.data(), larger, larger_found_, workers_[static_cast<std::size_t>(w)]);
  });
  choose(larger, larger_found_);
}

template <class Cell, class Gradient>
template <class Other>
void HistogramSearch<Cell, Gradient>::subtract(const Histogram<Other>& smaller, BinTask& larger,
                                               Histogram<Cell>& parent) {
  subtract_parts(larger, parent, [&](std::size_t p) {
    for (std::size_t i = parts_[p].first_slot; i < parts_[p].last_slot; ++i)
      parent[i] -= convert<Cell>(smaller[i]);
  });
}

template <class Cell, class Gradient>
template <class Other>
void HistogramSearch<Cell, Gradient>::subtract(const SparseHistogram<Other>& smaller,
                                               BinTask& larger, Histogram<Cell>& parent) {
  subtract_parts(larger, parent, [&](std::size_t p) {
    if (p < first_sparse_) {
      for (std::size_t i = parts_[p].first_slot; i < parts_[p].last_slot; ++i)
        parent[i] -= convert<Cell>(smaller.dense[i]);
      return;
    }
    const OccupiedSlots<Other>& part = smaller.sparse[p - first_sparse_];
    each_column(matrix_, *parts_[p].sparse, part,
                [&](std::uint32_t f, const OccupiedCells<Other>& column) {
                  Cell* slots = parent.data() + matrix_.columns[f].first_slot;
                  Cell rest = convert<Cell>(part.total);
                  for (std::size_t i = 0; i < column.n; ++i) {
                    const Cell cell = convert<Cell>(column.cells[i]);
                    slots[column.bins[i] - column.first] -= cell;
                    rest -= cell;
                  }
                  slots[matrix_.columns[f].default_bin] -= rest;
                });
  });
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::search_few(BinTask& task, SparseHistogram<Cell>& out) {
  out.dense.resize(matrix_.n_dense_slots);
  out.sparse.resize(matrix_.sparse_parts.size());
  start_search(task, found_);
  parallel_for(part_threads(0), parts_.size(), interrupt_, [&](std::size_t p, int w) {
    if (!part_used_[p]) return;
    Worker& worker = workers_[static_cast<std::size_t>(w)];
    const HistogramPart& part = parts_[p];
    if (!part.sparse) {
      add(part, task, 0, task.node.n_rows, out.dense.data(), worker);
      if (!task.features.empty()) search_part(p, out.dense.data(), task, found_, worker);
      return;
    }
    OccupiedSlots<Cell>& occupied = out.sparse[p - first_sparse_];
    {
      const Stopwatch timer(worker.timings.histogram);
      worker.counter.count(*part.sparse, task.rows, task.node.n_rows, gradients_, occupied);
      worker.timings.cells += count_cells(*part.sparse, task.rows, 0, task.node.n_rows);
    }
    if (!task.features.empty()) search_occupied(*part.sparse, occupied, task, worker);
  });
  choose(task, found_);
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::search_occupied(const SparsePart& part,
                                                      const OccupiedSlots<Cell>& histogram,
                                                      const BinTask& task, Worker& worker) {
  const Stopwatch timer(worker.timings.scan);
  each_column(matrix_, part, histogram, [&](std::uint32_t f, const OccupiedCells<Cell>& column) {
    if (column.n > 0 && found_.searched[f])
      found_.add(f, worker.search->search(column, histogram.total, f, task.node, found_.least));
  });
}

template <class Cell, class Gradient>
void HistogramSearch<Cell, Gradient>::search(BinTask& task, const Histogram<Cell>& histogram) {
  start_search(task, found_);
  parallel_for(part_threads(0), parts_.size(), interrupt_, [&](std::size_t p, int w) {
    if (part_used_[p])
      search_part(p, histogram.data(), task, found_, workers_[static_cast<std::size_t>(w)]);
  });
  choose(task, found_);
}

template <class Cell, class Gradient>
BinCandidate HistogramSearch<Cell, Gradient>::search_level(
    const std::vector<const Cell*>& histograms, const std::vector<BinNode>& nodes,
    const std::vector<std::uint32_t>& features) {
  const bool share = features.size() * nodes.size() * 64 >= kShareSlots;
  parallel_for(share ? n_threads_ : 1, features.size(), interrupt_, [&](std::size_t i, int w) {
    Worker& worker = workers_[static_cast<std::size_t>(w)];
    const Stopwatch timer(worker.timings.scan);
    std::vector<const Cell*> slots = histograms;
    for (const Cell*& of_node : slots) of_node += matrix_.columns[features[i]].first_slot;
    found_.best[features[i]] = worker.search->search_level(slots, features[i], nodes);
  });
  BinTask task;
  task.features = features;
  choose(task, found_);
  return task.best;
}

template <class Cell, class Gradient>
SearchTimings HistogramSearch<Cell, Gradient>::timings() const {
  SearchTimings all;
  for (const Worker& w : workers_) {
    all.histogram += w.timings.histogram;
    all.scan += w.timings.scan;
    all.cells += w.timings.cells;
  }
  return all;
}

template class HistogramSearch<Packed>;
template class HistogramSearch<Counted, Packed>;
template class HistogramSearch<Precise>;
template class HistogramSearch<PackedVector>;
template class HistogramSearch<PreciseVector>;

#define SPINNEY_INSTANTIATE(Search, Cell, Other)                                       \
  template void Search::subtract(const Histogram<Other>&, BinTask&, Histogram<Cell>&); \
  template void Search::subtract(const SparseHistogram<Other>&, BinTask&, Histogram<Cell>&);
SPINNEY_INSTANTIATE(HistogramSearch<Packed>, Packed, Packed)
SPINNEY_INSTANTIATE(HistogramSearch<Packed>, Packed, Counted)
SPINNEY_INSTANTIATE(HistogramSearch<Precise>, Precise, Precise)
SPINNEY_INSTANTIATE(HistogramSearch<PackedVector>, PackedVector, PackedVector)
SPINNEY_INSTANTIATE(HistogramSearch<PreciseVector>, PreciseVector, PreciseVector)
template void HistogramSearch<Counted, Packed>::subtract(const SparseHistogram<Counted>&, BinTask&,
                                                         Histogram<Counted>&);
#undef SPINNEY_INSTANTIATE

}  // namespace spinney
