// Out-of-bag log losses by strength of smoothing.
#include "train/smoothing_losses.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "base/error.h"
#include "base/pool.h"
#include "predict/forest_walk.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = 64;         // rows, if not all are evaluated
constexpr std::size_t kLargeBlock = 1024;  // rows, if all are
constexpr std::size_t kTrees = 16;         // trees whose shares are in memory
constexpr double kSmallestShare = 1e-15;   // as log losses are usually limited

// -1 for the root.
std::vector<std::int32_t> parents_of(const Tree& tree) {
  std::vector<std::int32_t> parents(tree.size(), -1);
  for (std::size_t node = 0; node < tree.size(); ++node)
    for (std::uint32_t c = 0; c < tree.n_children[node]; ++c)
      parents[static_cast<std::size_t>(tree.first_child[node]) + c] =
          static_cast<std::int32_t>(node);
  return parents;
}

class Losses {
 public:
  Losses(const Forest& forest, const Table& table, const TargetView& target,
         const std::vector<double>& strengths, std::size_t max_rows)
      : forest_(forest), table_(table), target_(target), strengths_(strengths) {
    block_ = table.n_rows <= max_rows ? kLargeBlock : kBlock;
    const std::size_t n_blocks = (table.n_rows + block_ - 1) / block_;
    const std::size_t n = table.n_rows <= max_rows
                              ? n_blocks
                              : std::min(n_blocks, std::max<std::size_t>(1, max_rows / block_));
    for (std::size_t k = 0; k < n; ++k) {
      blocks_.push_back(k * n_blocks / n * block_);
      const std::size_t end = std::min(blocks_.back() + block_, table.n_rows);
      for (std::size_t row = blocks_.back(); row < end; ++row)
        rows_.push_back(static_cast<Row>(row));
    }
    n_trees_.resize(rows_.size());
    sums_.resize(rows_.size() * row_width());
  }

  // Finds the node where each row ends in each tree.
  void find_nodes(int n_threads, Interrupt& interrupt) {
    nodes_.resize(forest_.size() * rows_.size());
    std::vector<std::unique_ptr<RowBatch>> batches(static_cast<std::size_t>(n_threads));
    parallel_for(n_threads, blocks_.size(), interrupt, [&](std::size_t b, int worker) {
      std::unique_ptr<RowBatch>& batch = batches[static_cast<std::size_t>(worker)];
      if (!batch) batch = std::make_unique<RowBatch>(forest_, table_, block_);
      batch->fill(blocks_[b], std::min(block_, table_.n_rows - blocks_[b]));
      End ends[kLargeBlock];
      for (std::size_t i = 0; i < forest_.size(); ++i) {
        batch->find_ends(i, batch->all(), ends);
        for (std::size_t k = 0; k < batch->size(); ++k)
          nodes_[i * rows_.size() + b * block_ + k] = ends[k].node;
      }
    });
  }

  // Adds the shares of the true classes, tree by tree.
  void add_trees(const Bags& bags, std::size_t first, int n_threads, Interrupt& interrupt) {
    for (std::size_t begin = 0; begin < forest_.size(); begin += kTrees) {
      std::vector<TreeShares> found(std::min(kTrees, forest_.size() - begin));
      parallel_for(n_threads, found.size(), interrupt, [&](std::size_t i, int) {
        found[i] =
            tree_shares(begin + i, bags.out_of_bag(first + begin + i, target_.weight, interrupt));
      });
      for (const TreeShares& tree : found) {
        const double* share = tree.shares.data();
        for (const std::uint32_t place : tree.places) {
          ++n_trees_[place];
          double* sum = &sums_[place * row_width()];
          for (std::size_t j = 0; j < row_width(); ++j) sum[j] += *share++;
        }
      }
    }
  }

  SmoothingLosses result() const {
    SmoothingLosses found;
    for (std::size_t place = 0; place < rows_.size(); ++place) {
      if (n_trees_[place] == 0) continue;
      found.rows.push_back(rows_[place]);
      const double* sum = &sums_[place * row_width()];
      for (std::size_t g = 0; g < strengths_.size(); ++g) {
        double loss = 0;
        for (std::size_t k = 0; k < target_.n_outputs; ++k)
          loss -=
              std::log(std::max(sum[k * strengths_.size() + g] / n_trees_[place], kSmallestShare));
        found.losses.push_back(loss / static_cast<double>(target_.n_outputs));
      }
    }
    return found;
  }

 private:
  // Shares of the true classes of out-of-bag rows: places x outputs x strengths.
  struct TreeShares {
    std::vector<std::uint32_t> places;  // indices of rows_
    std::vector<double> shares;
  };

  std::size_t row_width() const { return strengths_.size() * target_.n_outputs; }

  TreeShares tree_shares(std::size_t i, const std::vector<Row>& out_of_bag) const {
    TreeShares found;
    auto next = out_of_bag.begin();
    for (std::uint32_t place = 0; place < rows_.size(); ++place) {
      next = std::lower_bound(next, out_of_bag.end(), rows_[place]);
      if (next != out_of_bag.end() && *next == rows_[place]) found.places.push_back(place);
    }
    found.shares.resize(found.places.size() * row_width());
    const Tree tree = forest_.tree(i);
    const std::vector<std::int32_t> parents = parents_of(tree);
    const std::vector<double> factors = inner_factors(tree);
    for (std::size_t p = 0; p < found.places.size(); ++p)
      add_path(tree, parents, factors, nodes_[i * rows_.size() + found.places[p]], found.places[p],
               &found.shares[p * row_width()]);
    return found;
  }

  // Nodes x strengths: what the differences of the children of a node are multiplied by.
  std::vector<double> inner_factors(const Tree& tree) const {
    const std::size_t n = strengths_.size();
    std::vector<double> factors(tree.size() * n);
    for (std::size_t node = 0; node < tree.size(); ++node)
      if (tree.kind[node] != NodeKind::leaf)
        for (std::size_t g = 0; g < n; ++g)
          factors[node * n + g] = 1 / (1 + strengths_[g] / tree.weight[node]);
    return factors;
  }

  // Adds the smoothed shares of a row's classes at a node: outputs x strengths.
  void add_path(const Tree& tree, const std::vector<std::int32_t>& parents,
                const std::vector<double>& factors, std::size_t node, std::size_t place,
                double* shares) const {
    const std::size_t n = strengths_.size(), width = tree.value_width();
    std::size_t first = 0;
    for (std::size_t k = 0; k < target_.n_outputs; first += target_.n_classes[k++], shares += n) {
      const auto its_class =
          static_cast<std::size_t>(target_.classes[rows_[place] * target_.n_outputs + k]);
      const auto share = [&](std::size_t at) { return tree.value[at * width + first + its_class]; };
      for (std::size_t at = node; parents[at] >= 0; at = static_cast<std::size_t>(parents[at])) {
        const auto parent = static_cast<std::size_t>(parents[at]);
        const double difference = share(at) - share(parent);
        for (std::size_t g = 0; g < n; ++g) shares[g] += difference * factors[parent * n + g];
      }
      for (std::size_t g = 0; g < n; ++g) shares[g] += share(0);
    }
  }

  const Forest& forest_;
  const Table& table_;
  const TargetView& target_;
  const std::vector<double>& strengths_;
  std::size_t block_;                 // rows of a block
  std::vector<std::size_t> blocks_;   // first rows
  std::vector<Row> rows_;             // of all blocks
  std::vector<std::uint32_t> nodes_;  // trees x rows
  std::vector<std::int32_t> n_trees_;
  std::vector<double> sums_;  // rows x outputs x strengths
};

}  // namespace

SmoothingLosses smoothing_losses(const Forest& forest, const Table& table, const TargetView& target,
                                 const Bags& bags, std::size_t first,
                                 const std::vector<double>& strengths, std::size_t max_rows,
                                 int n_threads, Interrupt& interrupt) {
  require(bags.n_rows() == table.n_rows, "the table and the bags differ in rows");
  require(table.columns.size() == forest.n_features(),
          "the table and the forest differ in the number of features");
  require(forest.shape().n_outputs == target.n_outputs &&
              forest.shape().n_classes == target.n_classes && target.classes,
          "the forest and y differ in outputs or classes");
  n_threads = std::max(1, n_threads);
  Losses losses(forest, table, target, strengths, max_rows);
  losses.find_nodes(n_threads, interrupt);
  losses.add_trees(bags, first, n_threads, interrupt);
  return losses.result();
}

}  // namespace spinney
