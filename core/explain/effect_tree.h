// A tree prepared for partial dependence. docs/design/explanations.md derives the sums.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explain/cell_rows.h"

namespace spinney {

inline constexpr std::uint32_t kNoFeature = 0xFFFFFFFFu;

// The features and pairs of features whose effects are computed.
struct EffectTargets {
  EffectTargets(std::size_t n_features, std::vector<std::uint32_t> features,
                std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs);

  std::vector<std::uint32_t> features;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // of those features
  std::vector<std::uint32_t> index;                            // by feature; kNoFeature: none
  // The index of a pair in either order; kNoFeature: none.
  std::uint32_t pair_index(std::uint32_t a, std::uint32_t b) const;

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> pair_index_;
};

// The rows that follow all edges of a path but those on one or two features.
struct FreeSet {
  std::uint32_t a = kNoFeature, b = kNoFeature;  // the free features; a first on the path
  std::uint32_t from = 0;                        // set of the path above that it continues
  bool contains(std::uint32_t f) const { return a == f || b == f; }
};

// An edge from a split to a child, or from a split to itself for rows that stop there.
struct EffectEdge {
  std::uint32_t node;   // the child
  std::uint32_t level;  // its depth
  std::uint32_t end;    // index of the edge after those below this one
  std::uint32_t feature;
  std::uint32_t first_range, n_ranges;  // the cells that follow it
  std::uint32_t first_set, n_sets;      // at the child
  bool leaf;
};

class EffectTree {
 public:
  // Returns whether every row, and every cell, follows one path that depends on each feature
  // alone. If not, the tree is not used.
  bool prepare(const Tree& tree, const FeatureCells& cells, const CellRows& rows,
               const EffectTargets& targets);

  // Adds the weights of the sets of all leaves for a block of rows. memory: reused between calls.
  void add_rows(const RowBlock& block, std::vector<RowSet>& memory);

  const std::vector<EffectEdge>& edges() const { return edges_; }
  const FreeSet* sets(const EffectEdge& edge) const { return &sets_[edge.first_set]; }
  // The weights of the rows in the sets of a leaf.
  const double* weights(const EffectEdge& edge) const { return &weights_[edge.first_set]; }
  std::vector<CellRange> ranges(const EffectEdge& edge) const;
  std::size_t n_bytes() const;

 private:
  void add_edge(const EffectEdge& edge, const std::vector<CellRange>& ranges,
                std::vector<EffectEdge>& path, const EffectTargets& targets);

  std::vector<EffectEdge> edges_;  // in preorder
  std::vector<CellRange> ranges_;
  std::vector<FreeSet> sets_;    // the first one of an edge is that of rows that follow all edges
  std::vector<double> weights_;  // of the sets of leaves
  std::vector<std::size_t> place_;  // edges: the place of cell 0 of the feature in a block
  std::size_t n_levels_ = 0, max_sets_ = 1;
};

}  // namespace spinney
