// Collection of leaf targets, and weighted quantiles over them.
#include "predict/leaf_targets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/pool.h"
#include "base/radix_sort.h"
#include "predict/forest_walk.h"
#include "predict/row_sample.h"

namespace spinney {
namespace {

// Number of rows whose leaves in all trees are kept.
constexpr std::size_t kMaxRows = 4096;
// Tolerance for the rounding of cumulative weights.
constexpr double kRounding = 1e-10;

std::vector<double> distinct(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::uint32_t rank_of(double value, const std::vector<double>& sorted) {
  return static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), value) -
                                    sorted.begin());
}

std::size_t n_places(const Forest& forest, std::size_t i) {
  return forest.packed(i) ? forest.packed(i)->n_leaves() : forest.n_nodes_of(i);
}

// The place of the targets of each node.
std::vector<std::uint32_t> places_of_nodes(const Tree& tree, bool packed) {
  std::vector<std::uint32_t> places(tree.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = !packed || tree.kind[i] == NodeKind::leaf ? next++ : 0;
  return places;
}

std::vector<Row> row_range(std::size_t begin, std::size_t n) {
  std::vector<Row> rows(n);
  std::iota(rows.begin(), rows.end(), static_cast<Row>(begin));
  return rows;
}

// The requested quantiles and their ascending order.
struct Quantiles {
  explicit Quantiles(const std::vector<double>& requested)
      : at(requested), order(requested.size()) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return requested[a] < requested[b]; });
  }
  const std::vector<double>& at;
  std::vector<std::size_t> order;
};

// The targets of one prediction, with their weights.
class WeightedRanks {
 public:
  void clear() {
    entries_.clear();
    weights_.clear();
    total_ = 0;
  }

  // Adds the targets of a place with the total weight `share`.
  void add(const LeafRanks& ranks, std::size_t place, double share) {
    const std::size_t begin = weights_.size();
    const double sum = append(ranks, place);
    scale(begin, share, sum);
  }

  // The same for a node of a tree that is not packed, including all nodes below it.
  void add_below(const LeafRanks& ranks, const Tree& tree, std::size_t node, double share) {
    const std::size_t begin = weights_.size();
    std::vector<std::size_t> left{node};
    double sum = 0;
    while (!left.empty()) {
      const std::size_t next = left.back();
      left.pop_back();
      sum += append(ranks, next);
      if (tree.kind[next] == NodeKind::leaf) continue;
      for (std::uint32_t c = 0; c < tree.n_children[next]; ++c)
        left.push_back(static_cast<std::size_t>(tree.first_child[next]) + c);
    }
    scale(begin, share, sum);
  }

  void find(const Quantiles& quantiles, const std::vector<double>& targets, double* out) {
    spare_.resize(entries_.size());
    const Entry* sorted = sort_entries(entries_.data(), spare_.data(), entries_.size());
    double cumulated = 0, target = std::numeric_limits<double>::quiet_NaN();
    std::size_t k = 0;
    for (const std::size_t q : quantiles.order) {
      const double aim = (quantiles.at[q] - kRounding) * total_;
      while (k < entries_.size() && (k == 0 || cumulated < aim)) {
        cumulated += weights_[entry_row(sorted[k])];
        target = targets[entry_code(sorted[k++])];
      }
      out[q] = target;
    }
  }

 private:
  double append(const LeafRanks& ranks, std::size_t place) {
    double sum = 0;
    ranks.each(place, [&](std::uint32_t rank, double weight) {
      entries_.push_back(make_entry(rank, static_cast<Row>(weights_.size())));
      weights_.push_back(weight);
      sum += weight;
    });
    return sum;
  }

  void scale(std::size_t begin, double share, double sum) {
    if (!(sum > 0)) return;
    for (std::size_t k = begin; k < weights_.size(); ++k) weights_[k] *= share / sum;
    total_ += share;
  }

  std::vector<Entry> entries_, spare_;  // ranks and the indices of their weights
  std::vector<double> weights_;
  double total_ = 0;
};

// The leaves of the rows of a batch in all trees.
class BatchEnds {
 public:
  BatchEnds(const Forest& forest, const Table& table, std::size_t begin, std::size_t n,
            Interrupt& interrupt)
      : forest_(forest), leaves_(forest.size()), parts_(forest.size()), next_(forest.size()) {
    RowBatch batch(forest, table, n);
    batch.fill(begin, n);
    std::optional<RowSample> sample;  // for trees that are not packed
    for (std::size_t i = 0; i < forest.size(); ++i) {
      interrupt.poll();
      if (const Tree* whole = forest.whole(i)) {
        if (!sample)
          sample.emplace(table, row_range(begin, n), std::vector<bool>(table.columns.size(), true));
        parts_[i] = find_ends(*whole, *sample, interrupt);
      } else {
        leaves_[i].resize(n);
        batch.find_ends(i, batch.all(), leaves_[i].data());
      }
    }
  }

  // Collects the targets of a row; rows must be passed in order.
  void gather(std::size_t row, const std::vector<LeafRanks>& trees, WeightedRanks& out) {
    out.clear();
    for (std::size_t i = 0; i < trees.size(); ++i) {
      if (const Tree* whole = forest_.whole(i))
        for (; next_[i] < parts_[i].size() && parts_[i][next_[i]].row == row; ++next_[i])
          out.add_below(trees[i], *whole, parts_[i][next_[i]].node, parts_[i][next_[i]].share);
      else
        out.add(trees[i], leaves_[i][row].leaf, 1.0);
    }
  }

 private:
  const Forest& forest_;
  std::vector<std::vector<End>> leaves_;     // in packed trees
  std::vector<std::vector<RowPart>> parts_;  // in other trees
  std::vector<std::size_t> next_;            // next part per tree
};

// The targets of the rows in a bootstrap sample.
LeafRanks ranks_of_bag(const Forest& forest, std::size_t i, const std::vector<double>& bag_weight,
                       const Table& table, const std::vector<std::uint32_t>& rank,
                       Interrupt& interrupt) {
  std::vector<Row> rows;
  for (Row r = 0; r < bag_weight.size(); ++r)
    if (bag_weight[r] > 0) rows.push_back(r);
  const Tree tree = forest.tree(i);
  const std::vector<std::uint32_t> place = places_of_nodes(tree, forest.packed(i) != nullptr);
  const RowSample sample(table, rows, used_features(tree));
  std::vector<LeafRanks::Entry> entries;
  for (const RowPart& end : find_ends(tree, sample, interrupt)) {
    const Row row = rows[end.row];
    entries.push_back({place[end.node], rank[row], bag_weight[row] * end.share});
  }
  return {n_places(forest, i), entries};
}

}  // namespace

LeafTargets::LeafTargets(const Forest& forest, const Counts& counts, const Table& table,
                         const double* y, const double* weight, int n_threads, Interrupt& interrupt)
    : targets_(distinct({y, y + table.n_rows})) {
  std::vector<std::uint32_t> rank(table.n_rows);
  std::transform(y, y + table.n_rows, rank.begin(),
                 [&](double target) { return rank_of(target, targets_); });
  std::vector<std::optional<LeafRanks>> trees(forest.size());
  parallel_for(n_threads, forest.size(), interrupt, [&](std::size_t i, int) {
    const std::vector<std::uint32_t> count = counts(i);
    std::vector<double> bag_weight(count.begin(), count.end());
    if (weight)
      std::transform(bag_weight.begin(), bag_weight.end(), weight, bag_weight.begin(),
                     std::multiplies<>());
    trees[i] = ranks_of_bag(forest, i, bag_weight, table, rank, interrupt);
  });
  for (auto& tree : trees) trees_.push_back(std::move(*tree));
}

LeafTargets::LeafTargets(std::vector<double> targets, std::vector<LeafRanks> trees)
    : targets_(std::move(targets)), trees_(std::move(trees)) {
  require(std::none_of(targets_.begin(), targets_.end(), [](double x) { return std::isnan(x); }) &&
              std::is_sorted(targets_.begin(), targets_.end()),
          "the targets must ascend");
}

std::size_t LeafTargets::n_bytes() const {
  std::size_t sum = targets_.size() * sizeof(double);
  for (const LeafRanks& tree : trees_) sum += tree.n_bytes();
  return sum;
}

LeafTargets LeafTargets::joined(const LeafTargets& other) const {
  std::vector<double> all = targets_;
  all.insert(all.end(), other.targets_.begin(), other.targets_.end());
  all = distinct(std::move(all));
  std::vector<LeafRanks> trees;
  for (const LeafTargets* part : {this, &other}) {
    std::vector<std::uint32_t> new_rank;
    for (const double target : part->targets_) new_rank.push_back(rank_of(target, all));
    for (const LeafRanks& tree : part->trees_) trees.push_back(tree.reranked(new_rank));
  }
  return {std::move(all), std::move(trees)};
}

void LeafTargets::predict(const Forest& forest, const Table& table,
                          const std::vector<double>& quantiles, int n_threads, Interrupt& interrupt,
                          double* out) const {
  require(forest.size() == trees_.size(),
          "the forest and the leaf targets differ in the number of trees");
  for (std::size_t i = 0; i < forest.size(); ++i)
    require(trees_[i].n_places() == n_places(forest, i), "the leaf targets are of another forest");
  if (table.n_rows == 0) return;
  const Quantiles requested(quantiles);
  const std::size_t size = std::min(kMaxRows, batch_rows(forest, table.n_rows, n_threads));
  parallel_for(n_threads, (table.n_rows + size - 1) / size, interrupt, [&](std::size_t task, int) {
    const std::size_t begin = task * size, n = std::min(size, table.n_rows - begin);
    BatchEnds ends(forest, table, begin, n, interrupt);
    WeightedRanks found;
    for (std::size_t row = 0; row < n; ++row) {
      ends.gather(row, trees_, found);
      found.find(requested, targets_, out + (begin + row) * quantiles.size());
    }
  });
}

}  // namespace spinney
