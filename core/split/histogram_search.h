// Builds the histograms of nodes and finds their best split, one part at a time while it is in the
// cache. Threads share the parts if there are many, else the rows.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/interrupt.h"
#include "split/bin_search.h"
#include "split/sparse_histogram.h"

namespace spinney {

template <class Cell>
using Histogram = std::vector<Cell>;

// A node to be searched.
struct BinTask {
  BinNode node;
  const Row* rows = nullptr;            // node.n_rows of them, ascending; null: all rows
  std::vector<std::uint32_t> features;  // features to search; empty: build the histogram only
  const ForcedSplit* forced = nullptr;  // used instead of the best split, if it gains
  // The gains of all features that reach this are needed, not only the best one.
  std::optional<double> all_from = std::nullopt;
  BinCandidate best;
};

// Seconds of all threads, for benchmarks.
struct SearchTimings {
  double histogram = 0, scan = 0;
  std::size_t cells = 0;
};

// Cells may have another type than the gradients of single rows.
template <class Cell, class Gradient = Cell>
class HistogramSearch {
 public:
  HistogramSearch(const BinnedMatrix& matrix, int n_threads, Interrupt& interrupt);

  // Set the gradients of all rows, and the columns that may be searched.
  void start(const Gradient* gradients, const BinSearchOptions& options,
             const std::vector<std::uint32_t>& features);

  void build(BinTask& task, Histogram<Cell>& out) { run(task, out, nullptr, nullptr); }
  // Build the histogram of the smaller child; the parent's becomes that of the larger child.
  void divide(BinTask& smaller, Histogram<Cell>& out, BinTask& larger, Histogram<Cell>& parent) {
    run(smaller, out, &larger, &parent);
  }
  // Build and search the histogram of a node with few sparse cells.
  void search_few(BinTask& task, SparseHistogram<Cell>& out);
  // Subtract the histogram of the smaller child from the parent's and search the larger child.
  template <class Other>
  void subtract(const Histogram<Other>& smaller, BinTask& larger, Histogram<Cell>& parent);
  template <class Other>
  void subtract(const SparseHistogram<Other>& smaller, BinTask& larger, Histogram<Cell>& parent);
  // Search a histogram that has been built.
  void search(BinTask& task, const Histogram<Cell>& histogram);
  // The gain of a feature in the last search of a single node.
  double gain(std::uint32_t feature) const { return found_.best[feature].gain; }
  // Best split applied to all nodes of a level.
  BinCandidate search_level(const std::vector<const Cell*>& histograms,
                            const std::vector<BinNode>& nodes,
                            const std::vector<std::uint32_t>& features);
  BinSearch<Cell>& bin_search() { return *workers_[0].search; }
  SearchTimings timings() const;

 private:
  struct Worker {
    std::unique_ptr<BinSearch<Cell>> search;
    Histogram<Cell> partial;
    SlotCounter<Cell> counter;
    SearchTimings timings;
  };
  // Per column: whether a node searches it, and its best split. Columns that do not reach `least`
  // may be left out: the best gain so far of any thread, or a given one.
  struct Found {
    std::vector<std::uint8_t> searched;
    std::vector<BinCandidate> best;
    std::atomic<double> least = 0;
    bool raises_least = true;

    void add(std::uint32_t feature, const BinCandidate& candidate);
  };

  void run(BinTask& task, Histogram<Cell>& out, BinTask* larger, Histogram<Cell>* parent);
  // Number of threads that share the parts; `cells`: the number of cells to add.
  int part_threads(std::size_t cells) const;
  void add(const HistogramPart& part, const BinTask& task, std::size_t begin, std::size_t end,
           Cell* to, Worker& worker);
  void add_by_rows(const BinTask& task, Cell* to);
  void search_part(std::size_t part, const Cell* histogram, const BinTask& task, Found& found,
                   Worker& worker) const;
  void search_occupied(const SparsePart& part, const OccupiedSlots<Cell>& histogram,
                       const BinTask& task, Worker& worker);
  template <class Subtract>
  void subtract_parts(BinTask& larger, Histogram<Cell>& parent, Subtract&& subtract);
  void start_search(const BinTask& task, Found& found) const;
  void choose(BinTask& task, const Found& found) const;

  const BinnedMatrix& matrix_;
  const std::vector<HistogramPart> parts_;
  int n_threads_;
  Interrupt& interrupt_;
  std::vector<Worker> workers_;
  const Gradient* gradients_ = nullptr;
  std::vector<std::uint8_t> part_used_;
  std::size_t first_sparse_;            // part
  std::vector<std::uint32_t> part_of_;  // per column
  Found found_, larger_found_;
};

extern template class HistogramSearch<Packed>;
extern template class HistogramSearch<Counted, Packed>;
extern template class HistogramSearch<Precise>;
extern template class HistogramSearch<PackedVector>;
extern template class HistogramSearch<PreciseVector>;

}  // namespace spinney
