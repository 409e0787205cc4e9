// Options of gradient boosting and of its trees.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "criterion/newton.h"
#include "grow/feature_draw.h"
#include "grow/options.h"
#include "split/forced_split.h"

namespace spinney {

// Split the leaf with the largest gain, all leaves of a level, or all of a level by one split.
enum class GrowthPolicy : std::uint8_t { leaf, level, symmetric };

// Second-order steps, or least squares on the negative gradient and a line search per leaf.
enum class BoostingAlgorithm : std::uint8_t { newton, classic };

struct BoostingOptions : SizeLimits, RouteOptions, FeatureDrawOptions {
  BoostingOptions() {
    max_leaf_nodes = 31;
    min_samples_leaf = 20;
  }

  BoostingAlgorithm algorithm = BoostingAlgorithm::newton;
  GrowthPolicy growth = GrowthPolicy::leaf;
  NewtonPenalty penalty;
  std::size_t leaf_steps = 1;           // Newton steps of leaf values
  double min_child_weight = 1e-3;       // sum of hessians
  double gamma = 0;                     // minimum gain of a split, unless a split below it has it
  double min_weight_fraction_leaf = 0;  // of the hessian sum of the tree
  double min_impurity_decrease = 0;     // of a split; twice the gain per unit of hessian
  double ccp_alpha = 0;                 // cost of a leaf on the same scale
  std::vector<std::uint8_t> linear_features;  // features that linear leaves may use; empty: none
  double linear_lambda = 1;          // penalty of standardized coefficients of linear leaves
  double subsample = 1;              // share of the rows drawn for each round
  std::uint64_t subsample_freq = 1;  // rounds that share a sample; 0: all rows
  bool goss = false;                 // draw rows by their gradients instead
  double top_rate = 0.2, other_rate = 0.1;
  std::vector<signed char> monotonic;      // -1, 0 or 1 per feature, or empty
  bool extra_trees = false;                // one random threshold per feature and node
  std::vector<ForcedSplit> forced_splits;  // the root's first; children after their parent
  double cat_smooth = 10;                  // sorting of categories, see split/level_order.h
  double cat_l2 = 10;                      // added to l2 where categories are sorted
  double min_samples_category = 10;
  std::size_t max_onehot = 4;
  bool vector_leaves = false;    // one tree for all scores
  std::size_t max_channels = 0;  // above this number of scores the split search uses sketches
  std::uint32_t max_bins = 255;  // above 255: exact search
  bool sparse_bins = true;       // store columns with most cells in one bin by the others
  bool quantize = true;          // round gradients to small integers
  std::size_t max_histogram_bytes = 0;  // of all open nodes; 0: by the available memory
  std::size_t n_boosters = 1;           // boosters in use at the same time, which share memory
  std::uint64_t seed = 0;
  int n_threads = 1;

  // Set by training, not by the user.
  double total_weight = 1;       // of all rows
  std::size_t n_table_rows = 1;  // number of all rows
  bool hessian_counts = false;   // every row's hessian is 1
  std::size_t n_channels = 1;    // of the gradients in the split search

  bool classic() const { return algorithm == BoostingAlgorithm::classic; }
  // The minimum hessian sum of a leaf, in units, for a tree whose hessian sum in units is `total`.
  double min_leaf_hessian(double total, double unit) const {
    return std::max(min_child_weight / unit, min_weight_fraction_leaf * total);
  }
  // The gain of a split that decreases the impurity by this much. The impurity of a tree that is
  // fitted by least squares is the squared error per unit of weight; gains are half of the error.
  static double gain_of(double impurity_decrease, double total) {
    return impurity_decrease * total / 2;
  }
  // The average hessian sum of min_samples_category rows of a tree whose hessian sum is `total`. It
  // is not the number of rows, because a row of weight 2 counts as two rows.
  double min_level_hessian(double total, std::size_t n_rows) const {
    // Without rounding if the tree has all rows, so that weights equal repeated rows.
    const double share =
        static_cast<double>(std::max<std::size_t>(n_rows, 1)) / static_cast<double>(n_table_rows);
    return min_samples_category * total / (total_weight * share);
  }
};

}  // namespace spinney
