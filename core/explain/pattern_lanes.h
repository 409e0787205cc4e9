// Patterns of eight rows at a time at the leaves of a tree.
#pragma once

#include <vector>

#include "explain/pattern_tables.h"

namespace spinney {

struct alignas(64) PatternLevel {
  LaneWords on;       // masks of the rows that follow all edges with the player
  LaneWords pattern;  // of the path so far
};

// What a walk through the edges of tables reads and writes.
struct PatternWalk {
  const PatternEdge* edges;
  std::size_t n_edges;
  const PatternLeaf* leaves;
  const std::uint32_t* players;
  const double* rows;
  bool pairs;
  const double* values;
  std::size_t width;
  const LaneWords* child;
  LaneWords active;
  PatternLevel* levels;
};

class PatternLanes {
 public:
  // Adds the weights of eight rows to the counts of their patterns. child and active: as returned
  // by LaneRows::decide().
  void count(const PatternTables& tables, const LaneWords* child, const LaneWords& active,
             const LaneNumbers& weight, double* counts);
  // Adds the values of eight rows to sums.
  void add(const PatternTables& tables, const LaneWords* child, const LaneWords& active,
           const ShapSums& sums);

 private:
  PatternWalk walk(const PatternTables& tables, const LaneWords* child, const LaneWords& active);

  std::vector<PatternLevel> levels_;
};

}  // namespace spinney
