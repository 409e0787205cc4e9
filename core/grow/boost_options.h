// How a tree of boosting grows, in the user's units.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "criterion/newton.h"
#include "grow/feature_draw.h"

namespace spinney {

enum class Growth : std::uint8_t { leaf, level, symmetric };

struct BoostOptions {
  NewtonPenalty penalty;
  double min_child_weight = 1e-3;  // hessian
  double gamma = 0;                // what a split must gain, unless one below it does
  std::size_t min_samples_split = 2, min_samples_leaf = 20;
  Growth growth = Growth::leaf;
  std::size_t max_leaf_nodes = 31;  // 0: no limit
  int max_depth = 0;                // 0: no limit
  FeatureDrawOptions features;
  std::vector<signed char> monotone;  // per feature, or empty
  double cat_smooth = 10;             // categories, see split/level_order.h
  double cat_l2 = 10;                 // added to l2 where levels are sorted
  double min_samples_level = 10;
  double mean_weight = 1;  // of a row
  std::size_t max_onehot = 4;
  bool hessian_counts = false;  // every row's hessian is 1

  // The hessian of min_samples_level rows of the tree, whose hessian is `total`, on average. (Not
  // their number: rows of weight 2 are to count as two rows.)
  double min_level_hessian(double total, std::size_t n_rows) const {
    return min_samples_level * total /
           (mean_weight * static_cast<double>(std::max<std::size_t>(n_rows, 1)));
  }
};

}  // namespace spinney
