#include "models.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "data/table.h"
#include "model/prune.h"
#include "predict/ensemble.h"
#include "predict/forest_predict.h"
#include "predict/interpreter.h"
#include "predict/weighted_median.h"
#include "reading.h"

namespace spinney::fuzz {
namespace {

constexpr std::size_t kRows = 12;

// Rows with numbers, known and unknown categories, and missing values. The fast predictors have a
// separate path for values that are floats.
struct Rows {
  Rows(std::size_t n_features, bool floats) : cells(kRows * n_features) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const double number = std::sin(0.7 * static_cast<double>(i)) * 50;
      cells[i] = i % 7 == 0   ? std::nan("")
                 : i % 5 == 0 ? static_cast<double>(i % 11) - 1
                 : floats     ? static_cast<double>(static_cast<float>(number))
                              : number;
    }
    for (std::size_t j = 0; j < n_features; ++j) {
      Column column;
      column.data = reinterpret_cast<const char*>(cells.data() + j * kRows);
      column.stride = sizeof(double);
      column.levels = j % 2 == 0 ? 9 : 0;
      table.columns.push_back(column);
    }
    table.n_rows = kRows;
  }
  std::vector<double> cells;
  Table table;
};

std::vector<double> exercise_tree(const Tree& tree) {
  importances(tree, true, true);
  depth_of(tree);
  weakest_links(tree, tree.impurity);
  const Rows rows(tree.n_features, false);
  Interrupt interrupt;
  std::vector<double> out(kRows * tree.value_width());
  predict_values(tree, rows.table, 1, interrupt, out.data());
  find_leaves(tree, rows.table, 1, interrupt);
  find_paths(tree, rows.table, interrupt);
  count_absent(tree, rows.table, interrupt);
  find_parts(tree, rows.table, interrupt);
  return out;
}

void exercise_forest(const Forest& forest) {
  Interrupt interrupt;
  std::vector<double> out(kRows * forest.value_width());
  std::vector<std::int32_t> nodes(kRows * forest.size());
  for (const bool floats : {false, true}) {
    const Rows rows(forest.n_features(), floats);
    for (const Aggregate aggregate : {Aggregate::mean, Aggregate::mode, Aggregate::median})
      predict_forest(forest, rows.table, aggregate, 1, interrupt, out.data());
    apply_forest(forest, rows.table, 1, interrupt, nodes.data());
  }
  for (std::size_t i = 0; i < forest.size(); ++i) exercise_tree(forest.tree(i));
}

// Sums trees with the fast predictors, as boosting does, for one score and for three.
void exercise_sum(const std::vector<Tree>& trees) {
  std::vector<const Tree*> members;
  for (const Tree& tree : trees) members.push_back(&tree);
  Interrupt interrupt;
  for (const std::size_t n_scores : {1, 3}) {
    const Ensemble ensemble(members, n_scores);
    std::vector<double> scores(kRows * n_scores);
    std::vector<std::int32_t> nodes(kRows * trees.size());
    for (const bool floats : {false, true}) {
      const Rows rows(ensemble.n_features(), floats);
      ensemble.add(rows.table, 0, ensemble.size(), 1, interrupt, scores.data());
      ensemble.apply(rows.table, 0, ensemble.size(), 1, interrupt, nodes.data());
    }
  }
}

// Computes the weighted median of the predictions, as AdaBoostRegressor does.
void exercise_median(const std::vector<Tree>& trees, const std::vector<double>& weights) {
  require(weights.size() == trees.size(), "the weights do not match the trees");
  std::vector<double> values(kRows * trees.size()), medians(kRows);
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const std::vector<double> predicted = exercise_tree(trees[i]);
    for (std::size_t row = 0; row < kRows; ++row) values[row * trees.size() + i] = predicted[row];
  }
  Interrupt interrupt;
  weighted_medians(values.data(), kRows, trees.size(), weights.data(), 1, interrupt,
                   medians.data());
}

void exercise_quantiles(const LeafTargets& targets, const Forest& forest) {
  const std::vector<double> quantiles{0.9, 0, 0.5, 1};
  std::vector<double> out(kRows * quantiles.size());
  Interrupt interrupt;
  for (const bool floats : {false, true}) {
    const Rows rows(forest.n_features(), floats);
    targets.predict(forest, rows.table, quantiles, 1, interrupt, out.data());
  }
  targets.joined(targets);
}

// Returns the name without its last part if that is `last`, else an empty string.
std::string prefix_of(const std::string& name, const std::string& last) {
  return name.ends_with("." + last) ? name.substr(0, name.size() - last.size()) : "";
}

std::string exercise_trees(const Container& c, const std::string& prefix) {
  const std::vector<Tree> trees = read_trees(c, prefix);
  require(!trees.empty(), "there are no trees");
  const bool numbers =
      std::all_of(trees.begin(), trees.end(), [](const Tree& t) { return t.value_width() == 1; });
  const std::string members = "_model.team.members.";
  if (numbers && prefix.ends_with(members)) {
    exercise_median(trees, read_numbers(c, prefix.substr(0, prefix.size() - members.size()) +
                                               "estimator_weights_"));
    return "medians of trees";
  }
  for (const Tree& tree : trees) exercise_tree(tree);
  if (numbers) exercise_sum(trees);
  return numbers ? "sums of trees" : "lists of trees";
}

std::string exercise_stored_forest(const Container& c, const std::string& prefix) {
  const Forest forest = read_forest(c, prefix);
  if (forest.size() > 0 && forest.value_width() <= kMaxClasses) exercise_forest(forest);
  return "forests";
}

std::string exercise_leaf_targets(const Container& c, const std::string& prefix) {
  const LeafTargets targets = read_leaf_targets(c, prefix);
  exercise_quantiles(targets, read_forest(c, prefix_of(prefix, "leaf_targets.") + "forest."));
  return "leaf targets";
}

// Exercises the model that an array belongs to; returns its kind, or an empty string.
std::string exercise_model(const Container& c, const std::string& array) {
  for (const char* name : {kFeatureArray, kFormerFeatureArray})
    if (const auto prefix = prefix_of(array, name); !prefix.empty())
      return exercise_stored_forest(c, prefix);
  if (const auto prefix = prefix_of(array, "targets"); !prefix.empty())
    return exercise_leaf_targets(c, prefix);
  const auto prefix = prefix_of(array, "first_child");
  if (prefix.empty() || prefix.ends_with(".whole.")) return "";  // part of a forest
  if (find(c, prefix + "kind.lengths")) return exercise_trees(c, prefix);
  exercise_tree(read_tree(c, prefix));
  return "trees";
}

}  // namespace

std::map<std::string, int> exercise_models(const Container& container) {
  std::map<std::string, int> n_models;
  for (const NamedArray& array : container.arrays)
    if (const std::string kind = exercise_model(container, array.name); !kind.empty())
      ++n_models[kind];
  return n_models;
}

}  // namespace spinney::fuzz
