// Path-dependent SHAP values of eight rows at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/shap_tree.h"

namespace spinney {

inline constexpr std::size_t kShapLanes = 8;

// A value for each of eight rows.
struct alignas(64) LaneNumbers {
  typedef double Vector __attribute__((vector_size(64)));
  Vector v;
};
struct alignas(64) LaneWords {
  typedef std::int64_t Vector __attribute__((vector_size(64)));
  Vector v;
};

// Where the results of a tree are added.
struct ShapSums {
  const std::uint32_t* slot;  // by player
  std::size_t n_slots;
  std::size_t n_outputs;
  std::size_t first_output;  // where the first value of the tree is added
  LaneNumbers* values;       // slots x outputs
  LaneNumbers* pairs;        // slots x slots x outputs; null: no interactions
};

// A level of the path to the current node.
struct alignas(64) ShapLevel {
  LaneWords on;        // masks of the rows that follow all edges with the player
  std::uint32_t edge;  // the edge into this level
  bool superseded;     // by an edge below with the same player
};

// What a walk through a tree reads and writes.
struct ShapWalk {
  const ShapEdge* edges;
  std::size_t n_edges;
  std::size_t n, width;  // numbers of points and of values of a leaf
  const double *factors, *ratio_off, *values;
  const LaneWords* decision;
  ShapSums sums;
  ShapLevel* levels;
  // levels x points: the product of q over the players of the path; (o - z) / q of the player.
  LaneNumbers *product, *ratio;
  LaneNumbers* below;  // levels x points x width: sums over the leaves below
  LaneNumbers* gain;   // points
};

class ShapLanes {
 public:
  // Sets the child that each of eight rows goes to at the splits that compare numbers; -1 for
  // missing numbers whose child depends on other features. cells: the eight numbers of slot s are
  // cells[s * cells_per_slot].
  static void decide(const ShapPaths& paths, const std::uint32_t* slot, const LaneNumbers* cells,
                     std::size_t cells_per_slot, LaneWords* child);
  // Adds the values of eight rows to sums. child: where a row goes at each split; the number of
  // children if it stops. Rows whose lane of `active` is 0 add nothing.
  void add(const ShapTree& tree, const LaneWords* child, const LaneWords& active,
           const ShapSums& sums);

 private:
  std::vector<ShapLevel> levels_;
  std::vector<LaneNumbers> product_, ratio_, below_, gain_;  // as in ShapWalk
};

}  // namespace spinney
