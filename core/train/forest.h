// The loop over the trees of a forest: encoded once, grown side by side, each packed when it is
// done.
#pragma once

#include "model/forest.h"
#include "train/bags.h"
#include "train/cart.h"

namespace spinney {

struct ForestOptions {
  GrowOptions grow;  // its seed and threads are the forest's
  std::uint32_t max_bins = 0;
  std::size_t features_per_tree = 0;  // 0: all
  double min_weight_fraction_leaf = 0;
  bool balance = false;  // the classes of a bag get the same weight
  double ccp_alpha = 0;  // what a leaf costs, per unit of weight: trees are pruned if it is above 0
};

// Trees [first, last). Their number and the seed decide all of them. Without bags every tree grows
// on all rows.
Forest grow_forest(const Table& table, const TargetView& target, const Bags* bags,
                   std::size_t first, std::size_t last, const ForestOptions& options,
                   Interrupt& interrupt);

}  // namespace spinney
