// C4.5's pruning: collapse of useless splits, then replacement from the leaves up.
#include "train/error_pruning.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/builder.h"
#include "model/edit.h"
#include "train/row_division.h"

namespace spinney {
namespace {

// C4.5's tolerances: a leaf is preferred up to this many additional errors; sums that differ by
// less are equal.
constexpr double kPreference = 0.1, kCollapse = 1e-3, kSame = 1e-6;
constexpr double kNever = std::numeric_limits<double>::infinity();

bool at_most(double a, double b) { return a < b + kSame; }

class ErrorPruning {
 public:
  ErrorPruning(const Tree& tree, const Table& table, const TargetView& target,
               const ErrorPruningOptions& options, Interrupt& interrupt)
      : tree_(copy_tree(tree, {})),
        table_(table),
        target_(target),
        options_(options),
        interrupt_(interrupt) {}

  Tree run() {
    RowShares rows;
    for (const Row row : training_rows(table_, target_))
      rows.push_back({row, target_.weight ? target_.weight[row] : 1.0});
    total_ = sums(rows).weight;
    collapse(rows);
    prune(std::move(rows));
    return copy_tree(tree_, {});
  }

 private:
  // A node with its rows, evaluated after its children.
  struct Open {
    std::size_t node;
    RowShares rows;
    bool divided = false;
    std::size_t heaviest = 0;  // index of the heaviest child, the last of equals
    double stopped = 0;        // expected errors of rows that stop at this inner node
  };

  bool is_leaf(std::size_t node) const { return tree_.kind[node] == NodeKind::leaf; }
  std::size_t child(std::size_t node, std::size_t c) const {
    return static_cast<std::size_t>(tree_.first_child[node]) + c;
  }
  ClassSums sums(const RowShares& rows) const { return ClassSums(tree_, target_, rows); }
  double expected(const ClassSums& rows, const ClassSums& prediction) const {
    return rows.weight < kSame
               ? 0
               : upper_errors(rows.weight, errors_by(tree_, rows, prediction), options_);
  }
  double expected(const RowShares& rows) const {
    const ClassSums own = sums(rows);
    return expected(own, own);
  }

  // Passes rows down from a node. Calls at(node, rows, division) for all nodes on the way (leaves
  // have an empty division) and descends with the rows that it leaves in the division.
  template <class At>
  void route_rows(std::size_t root, const RowShares& rows, At&& at) {
    std::vector<std::pair<std::size_t, RowShares>> open{{root, rows}};
    while (!open.empty()) {
      interrupt_.poll();
      const auto [node, here] = std::move(open.back());
      open.pop_back();
      RowDivision division;
      if (!is_leaf(node)) division = divide_rows(tree_, node, table_, here);
      at(node, here, division);
      for (std::size_t c = 0; c < division.children.size(); ++c)
        open.emplace_back(child(node, c), std::move(division.children[c]));
    }
  }

  // Collapses subtrees that do not lower the training errors.
  void collapse(const RowShares& rows) {
    std::vector<double> alone(tree_.size()), below(tree_.size());
    route_rows(0, rows, [&](std::size_t node, const RowShares& here, const RowDivision& division) {
      const ClassSums own = sums(here);
      alone[node] = errors_by(tree_, own, own);
      below[node] = is_leaf(node) ? alone[node] : errors_by(tree_, sums(division.stopped), own);
    });
    for (std::size_t node = tree_.size(); node-- > 0;) {
      for (std::size_t c = 0; c < tree_.n_children[node]; ++c) below[node] += below[child(node, c)];
    }
    for (std::size_t node = 0; node < tree_.size(); ++node)
      if (!is_leaf(node) && below[node] >= alone[node] - kCollapse) make_leaf(tree_, node);
  }

  void prune(RowShares rows) {
    expected_.resize(tree_.size());
    std::vector<Open> open;
    open.push_back({0, std::move(rows)});
    while (!open.empty()) {
      interrupt_.poll();
      Open& last = open.back();
      if (is_leaf(last.node)) {
        expected_[last.node] = expected(last.rows);
        open.pop_back();
      } else if (!last.divided) {
        for (Open& child : divide(last)) open.push_back(std::move(child));
      } else if (!try_prune(last)) {
        open.pop_back();
      }
    }
  }

  std::vector<Open> divide(Open& parent) {
    RowDivision division = divide_rows(tree_, parent.node, table_, parent.rows);
    parent.divided = true;
    parent.stopped = expected(sums(division.stopped), sums(parent.rows));
    std::vector<Open> children;
    double max_weight = 0;
    for (std::size_t c = 0; c < division.children.size(); ++c) {
      const double weight = sums(division.children[c]).weight;
      if (at_most(max_weight, weight)) max_weight = weight, parent.heaviest = c;
      children.push_back({child(parent.node, c), std::move(division.children[c])});
    }
    return children;
  }

  // Evaluates a node whose children are pruned. Returns true if a branch replaced it, so that it
  // must be evaluated again.
  bool try_prune(Open& open) {
    const std::size_t node = open.node, heaviest = child(node, open.heaviest);
    double tree = open.stopped;
    for (std::size_t c = 0; c < tree_.n_children[node]; ++c) tree += expected_[child(node, c)];
    const double leaf = expected(open.rows);
    const double branch = options_.raising ? expected_of_branch(heaviest, open.rows) : kNever;
    if (at_most(leaf, tree + kPreference) && at_most(leaf, branch + kPreference)) {
      make_leaf(tree_, node);
      expected_[node] = leaf;
      return false;
    }
    expected_[node] = tree;
    if (!at_most(branch, tree + kPreference)) return false;
    copy_node(tree_, node, heaviest);
    refit(node, open.rows);
    open.divided = false;
    return true;
  }

  double expected_of_branch(std::size_t root, const RowShares& rows) {
    double errors = 0;
    route_rows(root, rows,
               [&](std::size_t node, const RowShares& here, const RowDivision& division) {
                 if (is_leaf(node)) errors += expected(here);
                 if (!division.stopped.empty())
                   errors += expected(sums(division.stopped), sums(here));
                 for (const auto& [level, unseen] : division.new_levels) errors += expected(unseen);
               });
    return errors;
  }

  // Recomputes the statistics of a subtree from the rows that now reach it.
  void refit(std::size_t root, const RowShares& rows) {
    route_rows(root, rows, [&](std::size_t node, const RowShares& here, RowDivision& division) {
      if (here.empty()) return;
      if (!division.new_levels.empty()) {
        std::vector<std::uint32_t> levels;
        for (auto& [level, unseen] : division.new_levels) {
          levels.push_back(level);
          division.n_known.push_back(unseen.size());
          division.children.push_back(std::move(unseen));
        }
        add_levels(tree_, node, levels);
        expected_.resize(tree_.size());
      }
      describe(node, here, division);
    });
  }

  void describe(std::size_t node, const RowShares& rows, const RowDivision& division) {
    const ClassSums own = sums(rows);
    tree_.weight[node] = own.weight;
    tree_.count[node] = static_cast<std::int64_t>(rows.size());
    tree_.impurity[node] = impurity(own);
    double* value = &tree_.value[node * tree_.value_width()];
    for (std::size_t j = 0; j < own.classes.size(); ++j) value[j] = own.classes[j] / own.weight;
    if (is_leaf(node)) return;
    describe_split(node, division);
    for (std::size_t c = 0; c < division.children.size(); ++c)
      if (division.children[c].empty()) describe_empty(child(node, c), node);
  }

  // A branch without rows gets the value of its parent.
  void describe_empty(std::size_t node, std::size_t parent) {
    make_leaf(tree_, node);
    tree_.weight[node] = 0;
    tree_.count[node] = 0;
    tree_.impurity[node] = tree_.impurity[parent];
    const std::size_t width = tree_.value_width();
    std::copy_n(&tree_.value[parent * width], width, &tree_.value[node * width]);
  }

  // Sets the gain on rows that have the value, and the child that most of them go to.
  void describe_split(std::size_t node, const RowDivision& division) {
    RowShares known;
    double inside = 0, max_weight = 0;
    std::uint32_t heaviest = 0;
    for (std::size_t c = 0; c < division.children.size(); ++c) {
      const auto end =
          division.children[c].begin() + static_cast<std::ptrdiff_t>(division.n_known[c]);
      known.insert(known.end(), division.children[c].begin(), end);
      const ClassSums own(tree_, target_, division.children[c].data(), division.n_known[c]);
      inside += own.weight * impurity(own);
      if (own.weight >= max_weight)
        max_weight = own.weight, heaviest = static_cast<std::uint32_t>(c);
    }
    const ClassSums all = sums(known);
    tree_.gain[node] = std::max(0.0, all.weight * impurity(all) - inside) / total_;
    if (!tree_.is_multivariate(node) && tree_.route_of_missing(static_cast<std::size_t>(
                                            tree_.feature[node])) != MissingRoute::learned)
      tree_.missing_child[node] = heaviest;
  }

  double impurity(const ClassSums& rows) const {
    if (!(rows.weight > 0)) return 0;
    double sum = 0;
    std::size_t offset = 0;
    for (const std::uint32_t n : tree_.n_classes) {
      sum += class_impurity(options_.criterion, &rows.classes[offset], n, rows.weight);
      offset += n;
    }
    return sum / static_cast<double>(tree_.n_outputs);
  }

  Tree tree_;  // unreachable nodes are dropped by the final copy
  const Table& table_;
  const TargetView& target_;
  const ErrorPruningOptions& options_;
  Interrupt& interrupt_;
  std::vector<double> expected_;  // expected errors of each pruned subtree
  double total_ = 0;
};

}  // namespace

double upper_errors(double weight, double errors, const ErrorPruningOptions& options) {
  if (errors < 1) {
    const double none = weight * -std::expm1(std::log(options.confidence) / weight);
    return errors == 0 ? none : none + errors * (upper_errors(weight, 1, options) - none);
  }
  if (errors + 0.5 >= weight) return std::max(weight, errors);
  const double z = options.z, seen = (errors + 0.5) / weight;
  const double spread = std::sqrt(seen * (1 - seen) / weight + z * z / (4 * weight * weight));
  return weight * (seen + z * z / (2 * weight) + z * spread) / (1 + z * z / weight);
}

Tree prune_by_errors(const Tree& tree, const Table& table, const TargetView& target,
                     const ErrorPruningOptions& options, Interrupt& interrupt) {
  return ErrorPruning(tree, table, target, options, interrupt).run();
}

}  // namespace spinney
