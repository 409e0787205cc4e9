// Prediction of one row at a time, for serving. A row is an array of cells as in a Table: numbers
// (NaN: missing) or levels (negative: missing; from the number of levels on: unknown).
#pragma once

#include <cstdint>
#include <vector>

#include "model/forest.h"
#include "predict/forest_aggregate.h"
#include "predict/forest_pack.h"

namespace spinney {

// A tree to traverse.
struct RowLane {
  const PackedSplit* splits;
  const PackedTree* tree;
};

// Immutable, so that any number of threads may use it at the same time.
class RowPredictor {
 public:
  // `levels` is 0 for numeric features. The trees of the forest are shared. `terms`: of linear
  // leaves, for each tree; or empty.
  RowPredictor(Forest forest, std::vector<std::uint32_t> levels, std::vector<LeafTerms> terms = {});

  std::size_t n_features() const { return levels_.size(); }
  std::size_t n_trees() const { return forest_.size(); }
  std::size_t value_width() const { return forest_.value_width(); }
  const Tree& shape() const { return forest_.shape(); }

  // Adds the value of tree i to scores[i % n_scores], or, if trees have n_scores values, its values
  // to all scores, in order.
  void add(const double* row, double* scores, std::size_t n_scores) const;
  // The value of each tree: n_trees() x value_width().
  void tree_values(const double* row, double* out) const;
  // The result of predict_forest(): value_width() numbers.
  void aggregate(const double* row, Aggregate how, double* out) const;

 private:
  template <class Use>
  void each_value(const double* row, Use&& use) const;
  // The value of a leaf of packed tree i; `buffer` holds it if it is smoothed.
  const double* leaf_value(std::size_t i, std::size_t leaf, double* buffer) const;

  double linear_value(std::size_t tree, std::size_t leaf, const double* row, double value) const;

  Forest forest_;
  std::vector<std::uint32_t> levels_, seen_levels_;  // seen_levels_: of categorical features
  std::vector<std::uint32_t> categories_;            // features that are categorical
  std::vector<RowLane> lanes_;                       // the trees, in whole groups
  std::vector<LeafTerms> terms_;                     // of packed trees; may be empty
  std::vector<double> pure_;                         // values of pure leaves: a unit matrix
};

}  // namespace spinney
