// Interventional SHAP values of the leaves of a tree, by pattern. Bit i of the pattern of a row at
// a leaf says whether the row follows all edges of the path that belong to its player i.
// docs/design/explanations.md derives the formulas.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/lane_rows.h"
#include "explain/shap_paths.h"

namespace spinney {

struct PatternEdge {
  std::uint32_t split, child, level, previous;  // as in ShapEdge
  std::uint64_t bit;                            // of the player
  std::int32_t leaf;                            // index among the leaves; -1 if not a leaf
};

struct PatternLeaf {
  std::uint32_t node;
  std::uint32_t n_players;
  std::size_t first_player, first_count, first_row;  // in players(), counts() and rows()
};

// Some consecutive leaves of a tree.
class PatternTables {
 public:
  // The leaves [first, last) in preorder.
  PatternTables(const ShapPaths& paths, std::size_t first, std::size_t last, bool pairs);

  const ShapPaths& paths() const { return *paths_; }
  const std::vector<PatternEdge>& edges() const { return edges_; }
  const std::vector<PatternLeaf>& leaves() const { return leaves_; }
  const std::vector<std::uint32_t>& players() const { return players_; }
  std::size_t n_counts() const { return n_counts_; }
  bool pairs() const { return pairs_; }
  // Computes the rows of all patterns: the values of the players of a leaf of value 1, then their
  // interactions (1, 0), (2, 0), (2, 1), (3, 0) ... counts: the weight of the background rows of
  // each pattern of each leaf.
  void compute(const std::vector<double>& counts, double total);
  void clear() { rows_ = {}; }
  const std::vector<double>& rows() const { return rows_; }
  std::size_t n_columns(std::size_t n_players) const {
    return n_players + (pairs_ ? n_players * (n_players - 1) / 2 : 0);
  }
  std::size_t n_bytes() const { return n_cells_ * sizeof(double); }

 private:
  void add_edge(const ShapEdge& edge, bool is_leaf);
  void compute_leaf(const PatternLeaf& leaf, const double* counts, double total);
  void add_pairs(std::size_t pattern, std::size_t d, double share, double t, double* to) const;

  const ShapPaths* paths_;
  bool pairs_;
  std::vector<PatternEdge> edges_;
  std::vector<PatternLeaf> leaves_;
  std::vector<std::uint32_t> players_;
  std::size_t n_counts_ = 0, n_cells_ = 0;
  std::vector<double> rows_;
  std::vector<double> above_;                           // sums over supersets of a pattern
  std::vector<std::uint32_t> path_player_, n_on_path_;  // by level, while edges are added
  std::vector<std::uint64_t> path_bit_;
};

// Divides the leaves of a tree into tables of limited size; none if a path has so many players that
// HybridWalk is faster for this number of background rows.
std::vector<PatternTables> pattern_tables(const ShapPaths& paths, std::size_t n_background,
                                          bool pairs);

}  // namespace spinney
