// The paths of a tree whose splits use one feature each, as SHAP values read them.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tree.h"

namespace spinney {

// An edge from a split to a child, or from a split to itself for rows that stop there.
struct ShapEdge {
  std::uint32_t split;     // index among the splits
  std::uint32_t child;     // index among the children; their number for rows that stop
  std::uint32_t level;     // depth of the child
  std::uint32_t previous;  // level of the last edge above with the same player; 0: none
  std::uint32_t n_up;      // levels to return after a leaf; 0 if the child is a split
  std::uint32_t node;      // whose value a leaf adds
  std::uint32_t player;    // of the feature of the split
  double share;            // of the child in the weight of all children
};

// A split as the fast engine reads it.
struct ShapSplit {
  std::uint32_t node, feature;
  double threshold;            // NaN unless the split compares a number
  std::int32_t missing_child;  // of rows with a missing number; -1: by decide()
};

class ShapPaths {
 public:
  // player: the player of each feature; a group of features is one player. It must outlive this.
  ShapPaths(const Tree& tree, const std::vector<std::uint32_t>& player, std::size_t n_players);

  const Tree& tree() const { return *tree_; }
  std::uint32_t player(std::size_t feature) const { return (*player_)[feature]; }
  std::size_t n_players() const { return n_players_; }
  // In preorder.
  const std::vector<ShapEdge>& edges() const { return edges_; }
  const std::vector<ShapSplit>& splits() const { return splits_; }
  std::size_t n_levels() const { return n_levels_; }  // depth of the tree, at least 1
  // The largest number of players on a path.
  std::size_t n_players_on_path() const { return n_players_on_path_; }

 private:
  void add_edges();
  void link_players();

  const Tree* tree_;
  const std::vector<std::uint32_t>* player_;
  std::size_t n_players_;
  std::vector<ShapEdge> edges_;
  std::vector<ShapSplit> splits_;
  std::size_t n_levels_ = 1, n_players_on_path_ = 0;
};

// Whether every split uses one feature.
bool has_single_features(const Tree& tree);

// The shares of the children of a node in their weight; equal if it is 0.
std::vector<double> child_shares(const Tree& tree, std::size_t node);

}  // namespace spinney
