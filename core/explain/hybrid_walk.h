// Interventional SHAP values of one row and one background row, for all kinds of splits; the
// reference for PatternLanes. A hybrid row has some cells of the row and the others of the
// background row. The walk follows all hybrid rows through a tree at once: it fixes the source of a
// player only where a decision depends on it.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/lane_rows.h"
#include "explain/shapley_weights.h"
#include "predict/split_decision.h"

namespace spinney {

// A row of LaneRows.
struct LaneRow {
  const LaneRows* rows;
  std::size_t group, lane;
};

class HybridWalk {
 public:
  // player: of each feature.
  HybridWalk(const ShapSlots& slots, const std::vector<std::uint32_t>& player, bool pairs);

  // Starts the sums of a row.
  void start(const Tree& tree, const LaneRow& row);
  void add(const LaneRow& background, double weight);
  // Adds the sums times a factor to the lane of the row.
  void finish(double factor, const ShapSums& sums) const;

 private:
  enum Source : std::uint8_t { open, from_row, from_background };
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  struct Outcome {
    Decision decision;
    std::uint32_t player;  // slot of the next player to fix; kNone if the decision is final
  };
  struct TermSums {  // of the terms of an open player
    double row, background;
    bool row_known, background_known;
  };

  struct TermBounds {
    double low, high;  // of the sum of the terms
    double size;       // of all terms, for rounding errors
    bool known;        // a term is present for all sources
  };

  void walk(std::size_t node, double share);
  void fix(std::uint32_t player, Source source);
  void release(std::uint32_t player);
  Outcome evaluate(std::size_t node) const;
  Outcome outcome(std::size_t node);
  TermBounds sum_terms(std::size_t node);
  Outcome outcome_of_terms(std::size_t node);
  void add_end(std::size_t node, double share);
  void add_pairs(const double* value, double share);
  void add_to(std::vector<double>& sums, std::size_t index, const double* value, double factor);

  const ShapSlots& slots_;
  std::vector<std::uint32_t> player_;  // slot of the player by slot of the feature
  const Tree* tree_ = nullptr;
  LaneRow row_{}, background_{};
  double weight_ = 0;
  std::vector<Source> source_;                    // by player
  std::vector<std::uint32_t> joined_, left_out_;  // players from the row; from the background row
  std::vector<TermSums> term_sums_;               // by player
  std::vector<std::uint32_t> open_players_;
  ShapleyWeights weights_;
  bool with_pairs_;
  std::vector<double> values_, pairs_;  // players (x players) x width
};

}  // namespace spinney
