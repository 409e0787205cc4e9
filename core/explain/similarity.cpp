#include "explain/similarity.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include "base/error.h"
#include "base/pool.h"

namespace spinney {
namespace {

constexpr std::size_t kTaskRows = 32;

struct Entry {
  Row other;
  double value;

  // Ties are resolved in favor of the first row.
  bool operator<(const Entry& b) const {
    return value != b.value ? value > b.value : other < b.other;
  }
};

// Keeps the first entries in the order of operator<; 0: all.
class TopEntries {
 public:
  void clear(std::size_t top) {
    top_ = top;
    lowest_ = 0;
    entries_.clear();
  }
  void add(const Entry& entry) {
    if (entry.value < lowest_) return;
    entries_.push_back(entry);
    if (top_ > 0 && entries_.size() >= 2 * top_ + 64) drop();
  }
  // Returns the entries by row.
  const std::vector<Entry>& sorted() {
    drop();
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return a.other < b.other; });
    return entries_;
  }

 private:
  void drop() {
    if (top_ == 0 || entries_.size() <= top_) return;
    const auto last = entries_.begin() + static_cast<std::ptrdiff_t>(top_) - 1;
    std::nth_element(entries_.begin(), last, entries_.end());
    lowest_ = last->value;
    entries_.resize(top_);
  }

  std::size_t top_ = 0;
  double lowest_ = 0;
  std::vector<Entry> entries_;
};

SparseRows joined(std::vector<SparseRows> parts) {
  SparseRows all{{0}, {}, {}};
  std::size_t n = 0;
  for (const SparseRows& part : parts) n += part.column.size();
  all.column.reserve(n);
  all.value.reserve(n);
  for (SparseRows& part : parts) {
    const auto before = static_cast<std::int64_t>(all.column.size());
    for (const std::int64_t end : part.start) all.start.push_back(before + end);
    all.column.insert(all.column.end(), part.column.begin(), part.column.end());
    all.value.insert(all.value.end(), part.value.begin(), part.value.end());
    part = {};
  }
  return all;
}

}  // namespace

OutOfBagTrees::OutOfBagTrees(std::size_t n_rows, std::size_t n_trees, const BagCounts& counts)
    : words_((n_trees + 63) / 64), bits_(n_rows * words_) {
  for (std::size_t t = 0; t < n_trees; ++t) {
    const std::vector<std::uint32_t> count = counts(t);
    for (std::size_t row = 0; row < n_rows; ++row)
      bits_[row * words_ + t / 64] |= std::uint64_t{count[row] == 0} << t % 64;
  }
}

double OutOfBagTrees::n_shared(std::size_t a, std::size_t b) const {
  int n = 0;
  for (std::size_t w = 0; w < words_; ++w)
    n += std::popcount(bits_[a * words_ + w] & bits_[b * words_ + w]);
  return n;
}

// The sums of one row after another; one object per thread.
class Similarity::RowSums {
 public:
  explicit RowSums(std::size_t n_others) : sum_(n_others) {}

  void add(const LeafRows& leaf, double factor) {
    // Rows that share large leaves are similar to most rows, so all sums are read instead.
    n_added_ += leaf.size;
    if (n_added_ > sum_.size() / 4) lists_ = false;
    for (std::size_t i = 0; i < leaf.size; ++i) {
      double& sum = sum_[leaf.row[i]];
      if (lists_ && sum == 0) found_.push_back(leaf.row[i]);
      sum += leaf.weight ? factor * leaf.weight[i] : factor;
    }
  }
  // Calls f(row, sum) for each sum and resets it.
  template <class F>
  void take(F&& f) {
    if (lists_)
      for (const Row other : found_) f(other, std::exchange(sum_[other], 0));
    else
      for (std::size_t other = 0; other < sum_.size(); ++other)
        if (sum_[other] != 0) f(static_cast<Row>(other), std::exchange(sum_[other], 0));
    found_.clear();
    n_added_ = 0;
    lists_ = true;
  }

  TopEntries entries;

 private:
  std::vector<double> sum_;
  std::vector<Row> found_;  // rows with a sum, if lists_
  std::size_t n_added_ = 0;
  bool lists_ = true;
};

Similarity::Similarity(const RowLeaves& rows, const RowLeaves& others, const BagCounts& counts,
                       const SimilarityOptions& options, int n_threads, Interrupt& interrupt)
    : rows_(rows),
      options_(options),
      n_others_(others.n_rows),
      uses_bags_(options.weights == LeafWeights::out_of_bag ||
                 (options.weights == LeafWeights::share_of_leaf && options.same_rows)),
      index_(others, options.weights, counts, options.row_weight, n_threads, interrupt),
      out_of_bag_(uses_bags_ ? others.n_rows : 0, uses_bags_ ? others.n_trees : 0, counts) {}

void Similarity::add_row(std::size_t row, const SimilarityPart& part, RowSums& sums,
                         SparseRows& to) const {
  const bool in_bags = uses_bags_ && options_.same_rows;
  double total = 0;
  for (std::size_t t = 0; t < rows_.n_trees; ++t) {
    if (in_bags && !out_of_bag_.has(row, t)) continue;
    const double weight = options_.tree_weight ? options_.tree_weight[t] : 1.0;
    if (!(weight > 0)) continue;
    total += weight;
    sums.add(index_.rows(t, rows_.at(row, t)), weight);
  }
  sums.entries.clear(part.top);
  sums.take([&](Row other, double sum) {
    if (part.skip_self && other == row) return;
    if (options_.weights == LeafWeights::out_of_bag)
      sums.entries.add(
          {other, sum / out_of_bag_.n_shared(options_.same_rows ? row : other, other)});
    else
      sums.entries.add({other, sum / total});
  });
  for (const Entry& entry : sums.entries.sorted()) {
    to.column.push_back(static_cast<std::int32_t>(entry.other));
    to.value.push_back(entry.value);
  }
  to.start.push_back(static_cast<std::int64_t>(to.column.size()));
}

SparseRows Similarity::compute(const SimilarityPart& part, int n_threads,
                               Interrupt& interrupt) const {
  std::vector<SparseRows> blocks((part.last - part.first + kTaskRows - 1) / kTaskRows);
  std::vector<RowSums> sums(static_cast<std::size_t>(n_threads), RowSums(n_others_));
  std::atomic<std::size_t> n_entries = 0;
  parallel_for(n_threads, blocks.size(), interrupt, [&](std::size_t task, int worker) {
    const std::size_t begin = part.first + task * kTaskRows,
                      end = std::min(part.last, begin + kTaskRows);
    for (std::size_t row = begin; row < end; ++row) {
      interrupt.poll();
      add_row(row, part, sums[static_cast<std::size_t>(worker)], blocks[task]);
    }
    require((n_entries += blocks[task].column.size()) <= part.max_entries,
            "the similarities have too many entries: pass top=k to keep the k most similar rows "
            "of each row, or fewer rows of X at a time with all rows as Y");
  });
  return joined(std::move(blocks));
}

}  // namespace spinney
