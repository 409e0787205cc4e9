// Permutation of feature groups, with partial traversal for plain trees.
#include "explain/permutation_importances.h"

#include <algorithm>
#include <limits>

#include "base/pool.h"
#include "base/random.h"
#include "predict/compiled.h"
#include "predict/interpreter.h"

namespace spinney {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// n x outputs: predictions from n values of a tree. The class with the largest probability (the
// first of ties), or the number.
std::vector<double> predictions(const Tree& tree, const double* value, std::size_t n) {
  if (tree.n_classes.empty()) return {value, value + n * tree.n_outputs};
  std::vector<double> predicted;
  predicted.reserve(n * tree.n_outputs);
  for (std::size_t i = 0; i < n; ++i)
    for (const auto n_classes : tree.n_classes) {
      predicted.push_back(static_cast<double>(std::max_element(value, value + n_classes) - value));
      value += n_classes;
    }
  return predicted;
}

void shuffle(std::vector<Row>& order, Random random) {
  std::iota(order.begin(), order.end(), Row{0});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<Row>(i))]);
}

// A tree and its out-of-bag rows; permutes the columns of a group and restores them.
class PermutedRows {
 public:
  PermutedRows(const Tree& tree, HeldOutRows& rows)
      : tree_(tree), rows_(rows), order_(rows.size()) {}
  virtual ~PermutedRows() = default;

  // Mean increase of the error when the group is permuted.
  double increase(const std::vector<std::uint32_t>& group, std::uint64_t key, std::size_t n_repeats,
                  Interrupt& interrupt) {
    std::vector<std::vector<double>> kept;
    for (const auto f : group)
      kept.emplace_back(rows_.sample.column(f), rows_.sample.column(f) + rows_.size());
    begin(group);
    double sum = 0;
    for (std::size_t repeat = 0; repeat < n_repeats; ++repeat) {
      interrupt.poll();
      shuffle(order_, Random(derive_key(key, repeat)));
      for (std::size_t g = 0; g < group.size(); ++g)
        std::transform(order_.begin(), order_.end(), rows_.sample.column(group[g]),
                       [&](Row r) { return kept[g][r]; });
      sum += added_loss();
    }
    for (std::size_t g = 0; g < group.size(); ++g)
      std::copy(kept[g].begin(), kept[g].end(), rows_.sample.column(group[g]));
    return sum / (rows_.total_weight * static_cast<double>(n_repeats));
  }

 protected:
  virtual void begin(const std::vector<std::uint32_t>& group) = 0;
  // Total loss of the rows minus their loss without permutation.
  virtual double added_loss() = 0;

  // Weighted loss of a prediction for a row.
  double loss(std::size_t row, const double* predicted) const {
    double sum = 0;
    for (std::size_t k = 0; k < rows_.n_outputs; ++k) {
      const double error = predicted[k] - rows_.target[row * rows_.n_outputs + k];
      sum += tree_.n_classes.empty() ? error * error : static_cast<double>(error != 0);
    }
    return rows_.weight[row] * sum / static_cast<double>(rows_.n_outputs);
  }

  const Tree& tree_;
  HeldOutRows& rows_;
  std::vector<Row> order_;
};

// Rows ordered by leaf from left to right, so that neighbors share most of their path.
std::vector<Row> leaf_order(const Tree& tree, const std::vector<std::uint32_t>& leaf) {
  const LeafOrder places(tree);
  std::vector<std::uint32_t> next(count_leaves(tree) + 1);
  for (const auto node : leaf) ++next[places.first[node] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Row> order(leaf.size());
  for (Row r = 0; r < leaf.size(); ++r) order[next[places.first[leaf[r]]]++] = r;
  return order;
}

// For plain trees: only rows whose path uses a feature of the group are walked again, from the
// first such node.
class PlainRows : public PermutedRows {
 public:
  PlainRows(const Tree& tree, HeldOutRows& rows)
      : PermutedRows(tree, rows),
        walk_(tree, rows.sample),
        predicted_(predictions(tree, tree.value.data(), tree.size())),
        leaf_(rows.size()) {
    find_leaves();
    rows.reorder(leaf_order(tree, leaf_));
    find_leaves();
  }

 private:
  void begin(const std::vector<std::uint32_t>& group) override {
    std::vector<bool> in_group(tree_.n_features);
    for (const auto f : group) in_group[f] = true;
    // Per node: the first node on its path that uses the group.
    std::vector<std::uint32_t> first(tree_.size(), kNone);
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      if (tree_.kind[i] == NodeKind::leaf) continue;
      const std::uint32_t below = first[i] != kNone || !in_group[tree_.feature[i]] ? first[i] : i;
      first[tree_.first_child[i]] = first[tree_.first_child[i] + 1] = below;
    }
    walking_.clear();
    start_.clear();
    for (Row r = 0; r < rows_.size(); ++r) {
      if (first[leaf_[r]] == kNone) continue;
      walking_.push_back(r);
      start_.push_back(first[leaf_[r]]);
    }
  }

  double added_loss() override {
    at_ = start_;
    walk_.walk(walking_.data(), at_.data(), at_.size());
    double sum = 0;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      const Row row = walking_[i];
      if (at_[i] != leaf_[row])
        sum += loss(row, predicted(at_[i])) - loss(row, predicted(leaf_[row]));
    }
    return sum;
  }

  void find_leaves() {
    std::iota(order_.begin(), order_.end(), Row{0});
    std::fill(leaf_.begin(), leaf_.end(), 0);
    walk_.walk(order_.data(), leaf_.data(), leaf_.size());
  }

  const double* predicted(std::uint32_t node) const { return &predicted_[node * rows_.n_outputs]; }

  SampleWalk walk_;
  std::vector<double> predicted_;          // per node
  std::vector<std::uint32_t> leaf_;        // per row
  std::vector<Row> walking_;               // rows whose leaf can change
  std::vector<std::uint32_t> start_, at_;  // their first and current nodes
};

// For any tree: all rows are predicted again by the interpreter.
class InterpretedRows : public PermutedRows {
 public:
  InterpretedRows(const Tree& tree, HeldOutRows& rows)
      : PermutedRows(tree, rows),
        interpreter_(rows.sample.table()),
        values_(rows.size() * tree.value_width()) {
    base_ = total_loss();
  }

 private:
  void begin(const std::vector<std::uint32_t>&) override {}
  double added_loss() override { return total_loss() - base_; }

  double total_loss() {
    interpreter_.predict(tree_, 0, rows_.size(), values_.data());
    const std::vector<double> predicted = predictions(tree_, values_.data(), rows_.size());
    double sum = 0;
    for (std::size_t row = 0; row < rows_.size(); ++row)
      sum += loss(row, &predicted[row * rows_.n_outputs]);
    return sum;
  }

  Interpreter interpreter_;
  std::vector<double> values_;
  double base_;
};

// Importances of all groups in one tree.
void evaluate(const Tree& tree, HeldOutRows& rows, const PermutationOptions& options,
              std::uint64_t key, Interrupt& interrupt, double* out) {
  const std::vector<bool> used = used_features(tree);
  std::unique_ptr<PermutedRows> permuted;
  if (is_plain(tree))
    permuted = std::make_unique<PlainRows>(tree, rows);
  else
    permuted = std::make_unique<InterpretedRows>(tree, rows);
  for (std::size_t g = 0; g < options.groups.size(); ++g) {
    std::vector<std::uint32_t> group = options.groups[g];
    std::erase_if(group, [&](std::uint32_t f) { return !used[f]; });
    out[g] = group.empty()
                 ? 0.0
                 : permuted->increase(group, derive_key(key, g), options.n_repeats, interrupt);
  }
}

}  // namespace

std::vector<double> permutation_importances(const Forest& forest, const Table& table,
                                            const TrueTargets& true_targets,
                                            const OutOfBagRows& out_of_bag,
                                            const PermutationOptions& options,
                                            Interrupt& interrupt) {
  const std::size_t n_groups = options.groups.size();
  std::vector<double> increases(forest.size() * n_groups, std::numeric_limits<double>::quiet_NaN());
  parallel_for(options.n_threads, forest.size(), interrupt, [&](std::size_t i, int) {
    const std::vector<Row> rows = out_of_bag(i);
    if (rows.empty()) return;
    const Tree tree = forest.tree(i);
    HeldOutRows held(tree, table, true_targets, rows);
    evaluate(tree, held, options, derive_key(options.seed, i), interrupt, &increases[i * n_groups]);
  });
  return increases;
}

}  // namespace spinney
