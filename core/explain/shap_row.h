// Path-dependent SHAP values of one row; the reference for ShapLanes. Rows may be divided, and
// surrogates may decide.
#pragma once

#include <vector>

#include "explain/shap_lanes.h"
#include "predict/split_decision.h"

namespace spinney {

class ShapRow {
 public:
  // Adds the values of a row to a lane of sums; decision: of the row at each split.
  void add(const ShapTree& tree, const Decision* decision, std::size_t lane, const ShapSums& sums);

 private:
  struct Level {
    std::uint32_t player;    // that decides the edge into this level
    std::uint32_t previous;  // level of the last edge above with the same player; 0: none
    double z, o;             // products over the edges with the player: of shares, of the row's
    bool superseded;         // by an edge below with the same player
  };
  void enter(const ShapTree& tree, const ShapEdge& edge, const Decision& decision);
  void leave(std::size_t level, std::size_t n, std::size_t width, std::size_t lane,
             const ShapSums& sums);
  double pair_sum(std::size_t level, std::size_t above, std::size_t n, std::size_t width,
                  std::size_t j) const;

  std::vector<Level> levels_;
  std::vector<std::uint32_t> last_;              // by player: its last level on the path; 0: none
  std::vector<double> product_, ratio_, below_;  // as in ShapLanes
};

}  // namespace spinney
