// Trains the trees of a forest: columns are encoded once, trees grow in parallel and are packed.
#pragma once

#include "model/forest.h"
#include "train/bags.h"
#include "train/cart.h"

namespace spinney {

// Seed and threads are the forest's.
struct ForestOptions : TreeOptions {
  std::size_t features_per_tree = kNoLimit;
  double min_weight_fraction_leaf = 0;
  bool balance_classes = false;  // give all classes of a bag the same weight
  double ccp_alpha = 0;  // cost of a leaf per unit of weight; trees are pruned if it is above 0
};

// The features drawn for a tree, ascending; empty: all.
std::vector<std::uint32_t> tree_features(std::uint64_t seed, std::size_t tree,
                                         std::size_t n_features, std::size_t wanted);

// Grows trees [first, last), each determined by its index and the seed. Without bags every tree
// grows on all rows. `shared`: encodings of the table for other fits; may be null.
Forest grow_forest(const Table& table, const TargetView& target, const Bags* bags,
                   std::size_t first, std::size_t last, const ForestOptions& options,
                   Encodings* shared, Interrupt& interrupt);

}  // namespace spinney
