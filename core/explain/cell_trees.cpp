#include "explain/cell_trees.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "predict/split_decision.h"

namespace spinney {

// Converts one tree, from its last node to the root.
class CellTrees::Builder {
 public:
  Builder(CellTrees& trees, const Tree& tree, std::size_t index, const Table& table,
          const ColumnCells& columns)
      : trees_(trees), tree_(tree), index_(index), table_(table), columns_(columns) {}

  std::uint32_t build() {
    built_.resize(tree_.size());
    for (std::size_t node = tree_.size(); node-- > 0;)
      built_[node] = tree_.kind[node] == NodeKind::leaf ? add_leaf(node) : add_split(node);
    return built_[0];
  }

 private:
  using Targets = std::map<std::uint32_t, std::vector<CellRange>>;  // by node

  std::uint32_t feature_of(std::size_t column) const { return columns_.feature[column]; }
  const std::vector<double>& values_of(std::size_t column) const { return columns_.values[column]; }
  std::uint32_t child(std::size_t node, std::uint32_t c) const {
    return built_[static_cast<std::size_t>(tree_.first_child[node]) + c];
  }

  std::uint32_t add_leaf(std::size_t node) {
    const std::size_t width = tree_.value_width();
    const std::size_t first = width == 1 ? index_ % columns_.outputs.size() : 0;
    for (std::size_t j = 0; j < width; ++j)
      trees_.values_.push_back(
          {columns_.outputs[first + j], columns_.scale * tree_.value[node * width + j]});
    const auto leaf = static_cast<std::uint32_t>(trees_.leaf_first_.size() - 1);
    trees_.leaf_first_.push_back(trees_.values_.size());
    trees_.nodes_.push_back({kCellLeaf, leaf, 0});
    return static_cast<std::uint32_t>(trees_.nodes_.size() - 1);
  }

  static void extend(Targets& targets, std::uint32_t node, CellRange cells) {
    auto& ranges = targets[node];
    if (!ranges.empty() && ranges.back().last == cells.first)
      ranges.back().last = cells.last;
    else
      ranges.push_back(cells);
  }

  std::uint32_t add_node(std::uint32_t feature, const Targets& targets) {
    trees_.nodes_.push_back({feature, static_cast<std::uint32_t>(trees_.edges_.size()),
                             static_cast<std::uint32_t>(targets.size())});
    for (const auto& [node, ranges] : targets) {
      trees_.edges_.push_back({node, feature, static_cast<std::uint32_t>(trees_.ranges_.size()),
                               static_cast<std::uint32_t>(ranges.size())});
      trees_.ranges_.insert(trees_.ranges_.end(), ranges.begin(), ranges.end());
    }
    return static_cast<std::uint32_t>(trees_.nodes_.size() - 1);
  }

  // The surrogates of a split for values that it does not know, from the last to the first.
  std::uint32_t add_surrogates(std::size_t node) {
    std::uint32_t next = child(node, tree_.missing_child[node]);
    for (auto k = tree_.surrogates.end(node); k-- > tree_.surrogates.begin(node);) {
      const auto column = static_cast<std::size_t>(tree_.surrogates.feature[k]);
      const auto& values = values_of(column);
      Targets targets;
      for (std::uint32_t cell = 0; cell < values.size(); ++cell) {
        const SplitResult result =
            test_surrogate(tree_, k, table_, [&](std::size_t) { return values[cell]; });
        const bool absent = result.absent_kind != SplitResult::none;
        extend(targets, absent ? next : child(node, result.child), {cell, cell + 1});
      }
      next = add_node(feature_of(column), targets);
    }
    return next;
  }

  // Where a cell goes; stopped and surrogates: nodes for values that stop or are absent.
  void add_cell(std::size_t node, std::uint32_t cell, Targets& targets) {
    const auto column = static_cast<std::size_t>(tree_.feature[node]);
    bool others = false;
    const Decision decision = decide(tree_, node, table_, [&](std::size_t f) {
      if (f == column) return values_of(column)[cell];
      others = true;
      return std::nan("");
    });
    std::uint32_t to;
    if (decision.action == Decision::all) {
      trees_.divided_.emplace_back(feature_of(column), cell);
      to = child(node, 0);
    } else if (decision.action == Decision::stop) {
      if (stopped_ == kCellLeaf) stopped_ = add_leaf(node);
      to = stopped_;
    } else if (others) {
      if (surrogates_ == kCellLeaf) surrogates_ = add_surrogates(node);
      to = surrogates_;
    } else {
      to = child(node, decision.child);
    }
    extend(targets, to, {cell, cell + 1});
  }

  std::uint32_t add_split(std::size_t node) {
    require(!tree_.is_multivariate(node), "a split combines several features");
    const auto column = static_cast<std::size_t>(tree_.feature[node]);
    const auto& values = values_of(column);
    const auto n = static_cast<std::uint32_t>(values.size() - 2);
    stopped_ = surrogates_ = kCellLeaf;
    Targets targets;
    std::uint32_t next = 0;
    if (!table_.columns[column].categorical()) {
      const double* cut = tree_.kind[node] == NodeKind::number
                              ? &tree_.threshold[node]
                              : tree_.cuts.data() + tree_.set_first[node];
      for (std::uint32_t c = 0; c < tree_.n_children[node]; ++c) {
        const auto begin = values.begin() + next;
        const auto end = values.begin() + n;
        const auto stop =
            c + 1 < tree_.n_children[node] ? std::upper_bound(begin, end, cut[c]) : end;
        const auto last = static_cast<std::uint32_t>(stop - values.begin());
        if (next < last) extend(targets, child(node, c), {next, last});
        next = last;
      }
    }
    for (; next < values.size(); ++next) add_cell(node, next, targets);
    return add_node(feature_of(column), targets);
  }

  CellTrees& trees_;
  const Tree& tree_;
  std::size_t index_;
  const Table& table_;
  const ColumnCells& columns_;
  std::vector<std::uint32_t> built_;  // of each node of the tree
  std::uint32_t stopped_ = kCellLeaf, surrogates_ = kCellLeaf;
};

void CellTrees::add(const Tree& tree, std::size_t index, const Table& table,
                    const ColumnCells& columns) {
  reject_linear_leaves(tree, "The search for counterfactuals");
  const std::size_t width = tree.value_width();
  require(tree.n_features == table.columns.size() && tree.n_features == columns.feature.size() &&
              columns.values.size() == columns.feature.size(),
          "the trees and their columns differ in the number of features");
  require(width == 1 || width == columns.outputs.size(), "the trees do not fit the outputs");
  for (std::size_t c = 0; c < columns.feature.size(); ++c)
    require(columns.feature[c] < n_features() &&
                columns.values[c].size() == n_cells(columns.feature[c]),
            "every cell of a feature needs a value");
  constexpr double kGrid = 1 << 20;
  const auto on_grid = [](double v) {
    return std::abs(v) <= 1 && v * kGrid == std::round(v * kGrid);
  };
  if (index == 0 && !roots_.empty()) on_grid_ = false;
  on_grid_ = on_grid_ && std::all_of(tree.value.begin(), tree.value.end(), on_grid);
  scale_ = columns.scale;
  roots_.push_back(Builder(*this, tree, index, table, columns).build());
}

}  // namespace spinney
