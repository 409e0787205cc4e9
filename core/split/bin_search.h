// Best split of one column from a node's histogram of gradients.
//
// Bins move to the left side one by one: numeric bins in order, categories sorted by gradient /
// (hessian + smoothing). Columns with few categories try each category against the rest. Missing
// rows are first on the right, then on the left. The best position wins; ties: the first.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "split/bin_scores.h"
#include "split/forced_split.h"
#include "split/histogram.h"
#include "split/level_order.h"
#include "split/vector_cell.h"
#include "split/vector_scan.h"

namespace spinney {

// In the units of the integer gradients and hessians.
struct BinSearchOptions {
  NewtonPenalty penalty;
  double min_hessian = 0;
  std::size_t min_samples_leaf = 1;
  bool hessian_counts = false;        // every hessian is 1, so their sum counts rows
  LevelRules levels;                  // categorical splits
  double sorted_l2 = 0;               // added to l2 where categories are sorted
  std::vector<signed char> monotone;  // per feature, or empty
  bool random_thresholds = false;     // one random position per feature and node
  std::size_t n_channels = 1;         // of gradients
};

// A node to be searched.
struct BinNode {
  GradientSums total;
  std::vector<std::int64_t> rest;  // gradients of the other channels, if there are several
  std::size_t n_rows = 0;
  double lower = -std::numeric_limits<double>::infinity();  // bounds on the children's values
  double upper = std::numeric_limits<double>::infinity();
  std::uint64_t key = 0;  // of random numbers
};

struct BinCandidate {
  double gain = kForbidden;  // unscaled
  std::uint32_t feature = 0;
  std::uint32_t at = 0;  // position in the order of the feature's bins
  bool missing_left = false;
};

// A split with everything that partitioning the rows requires.
struct BinSplit {
  std::uint32_t feature = 0;
  bool categorical = false;
  bool missing_left = false;
  std::uint32_t last_left = 0;             // numeric: bins up to this one go left
  std::vector<Code> left_bins, seen_bins;  // categorical: ascending
  GradientSums left;
  std::vector<std::int64_t> left_rest;  // gradients of the other channels
};

// The occupied bins of a column in a node, ascending, and their cells.
template <class Cell>
struct OccupiedCells {
  const std::uint16_t* bins = nullptr;  // plus `first`
  const Cell* cells = nullptr;
  std::size_t n = 0;
  std::uint16_t first = 0;
};

// Slots are those of a column in the histogram of a node.
template <class Cell>
class BinSearch {
 public:
  using Sums = typename Cell::Sums;

  BinSearch(const BinnedMatrix& matrix, const BinSearchOptions& options);

  // Best split of a feature. If its gain is below `known`, its position is not returned, and maybe
  // not the gain.
  BinCandidate search(const Cell* slots, std::uint32_t feature, const BinNode& node,
                      double known = 0);
  // The same of a sparse column with few occupied bins. `total`: the sum over the node's rows.
  BinCandidate search(const OccupiedCells<Cell>& occupied, const Cell& total, std::uint32_t feature,
                      const BinNode& node, double known);
  // All slots of such a column, until the next call.
  const Cell* expand(const OccupiedCells<Cell>& occupied, const Cell& total,
                     const BinnedColumn& column);
  // Best split applied to all nodes of a level; nodes that it cannot split stay unchanged.
  BinCandidate search_level(const std::vector<const Cell*>& slots, std::uint32_t feature,
                            const std::vector<BinNode>& nodes);
  // Whether the split found for a level is allowed in this node.
  bool divides(const std::vector<const Cell*>& ordered_by, const Cell* slots,
               const BinCandidate& found, const BinNode& node);
  // Complete split. `ordered_by`: the slots that order the categories, of one node or of all nodes
  // of a level.
  BinSplit finish(const std::vector<const Cell*>& ordered_by, const Cell* slots,
                  const BinCandidate& found, const BinNode& node);

  // Sets `split` to a split given by the user, with the better direction of missing values. Returns
  // its gain, or kForbidden if it is not allowed or does not gain.
  double force(const Cell* slots, const ForcedSplit& forced, const BinNode& node, BinSplit& split);

  // Gain of a finished split.
  double gain_of(const BinSplit& split, const BinNode& node) const;

 private:
  void order_levels(const BinnedColumn& column, const std::vector<const Cell*>& slots);
  void add_levels(const BinnedColumn& column, const std::vector<const Cell*>& slots);
  bool plain(std::uint32_t feature) const;
  bool draw_position(const BinnedColumn& column, const std::vector<const Cell*>& slots,
                     std::uint64_t key, std::uint32_t& position) const;
  // A random split of a node, or of all nodes of a level, with the better side of missing values.
  BinCandidate search_random(const std::vector<const Cell*>& slots, std::uint32_t feature,
                             const std::vector<BinNode>& nodes);
  double own_score(const BinNode& node) const {
    double score = newton_score(node.total.g(), node.total.h(), options_.penalty);
    for (const std::int64_t g : node.rest)
      score += newton_score(static_cast<double>(g), node.total.h(), options_.penalty);
    return score;
  }
  std::size_t score_plain(const Cell* slots, std::size_t n, const Sums& start, const BinNode& node,
                          double least);
  template <bool kAll>
  std::size_t score_cells(const Cell* slots, std::size_t n, const Sums& start, const BinNode& node,
                          double least);
  template <bool kAll>
  std::size_t score_channel(const Cell* slots, std::size_t n, const GradientSums& start,
                            const BinNode& node, double least);
  std::size_t score_each(const Cell* slots, const BinnedColumn& column, const Sums& start,
                         std::uint32_t feature, const BinNode& node, bool all);
  template <class Score, class Bin>
  BinCandidate best_side(std::uint32_t feature, const BinNode& node, double known,
                         const Cell* missing, Score&& score_positions, Bin&& bin_of) const;
  static std::uint32_t full_bin(const Cell* slots, std::size_t i);
  static std::uint32_t middle_of_gap(const Cell* slots, const BinnedColumn& column,
                                     std::uint32_t last_left);
  double score(const Sums& left, std::uint32_t feature, const BinNode& node) const;
  double min_hessian_sum() const;
  Sums left_sums(const Cell* slots, const BinnedColumn& column, const BinCandidate& found) const;

  const BinnedMatrix& matrix_;
  const BinSearchOptions& options_;
  bool ordered_ = false;   // the current column is categorical and sorted
  LevelOrder order_;       // the order of its categories
  NewtonPenalty penalty_;  // penalty of the current column
  std::vector<std::int32_t> high_, low_;
  VectorScan scan_;  // of cells with several channels
  std::vector<Cell> expanded_, found_cells_;
  std::vector<std::uint32_t> found_bins_;
  std::vector<double> score_, level_;
};

// The better side of missing cells, which are null if the node has none.
// `score_positions(start, least)` scores all positions of the column and returns their number, or 0
// if no score is at least `least`; `bin_of(i)` is the i-th position.
template <class Cell>
template <class Score, class Bin>
BinCandidate BinSearch<Cell>::best_side(std::uint32_t feature, const BinNode& node, double known,
                                        const Cell* missing, Score&& score_positions,
                                        Bin&& bin_of) const {
  const double own = own_score(node);
  BinCandidate best;
  best.feature = feature;
  double best_score = kForbidden;
  for (const bool missing_left : {false, true}) {
    if (missing_left && !missing) break;
    const std::size_t n = score_positions(missing_left ? missing->sums() : Sums{}, own + known);
    const Largest top = largest(score_.data(), static_cast<int>(n));
    if (!(top.score > best_score)) continue;
    best_score = top.score;
    best.missing_left = missing_left;
    if (top.score - own >= known) best.at = bin_of(static_cast<std::size_t>(top.at));
  }
  if (gains(best_score, own)) best.gain = best_score - own;
  return best;
}

extern template class BinSearch<Packed>;
extern template class BinSearch<Counted>;
extern template class BinSearch<Precise>;
extern template class BinSearch<PackedVector>;
extern template class BinSearch<PreciseVector>;

}  // namespace spinney
