// The best split of a node from a histogram of its gradients, one column at a time.
//
// Bins move to the left side one after another: those of a number in their order, levels of a
// category in the order of gradient over (hessian + smoothing). Few levels are tried one by one,
// each against the rest. Missing rows are on the right, then on the left. The best position of all
// is kept, the first of equals.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "split/bin_scores.h"
#include "split/histogram.h"
#include "split/level_order.h"

namespace spinney {

// All in the units of the whole numbers that gradients were made.
struct BinSearchOptions {
  NewtonPenalty penalty;
  double min_hessian = 0;
  std::size_t min_samples_leaf = 1;
  bool hessian_counts = false;        // every row's hessian is 1
  LevelRules levels;                  // of categories
  double sorted_l2 = 0;               // added to l2 where levels are sorted
  std::vector<signed char> monotone;  // per feature, or empty
};

// A node as the search sees it.
struct BinNode {
  GradientSums total;
  std::size_t n_rows = 0;
  double lower = -std::numeric_limits<double>::infinity();  // bounds on its children's values
  double upper = std::numeric_limits<double>::infinity();
};

struct BinCandidate {
  double gain = kForbidden;  // of the score
  std::uint32_t feature = 0;
  std::uint32_t at = 0;  // a position in the feature's order of bins
  bool missing_left = false;
};

// A split with all that parting rows needs.
struct BinSplit {
  std::uint32_t feature = 0;
  bool categorical = false;
  bool missing_left = false;
  std::uint32_t last_left = 0;             // numbers: bins up to this one go left
  std::vector<Code> left_bins, seen_bins;  // categories, ascending
  GradientSums left;
};

template <class Cell>
class BinSearch {
 public:
  BinSearch(const BinnedMatrix& matrix, const BinSearchOptions& options);

  // A gain below `known` is of no use: then it is told alone, without its place.
  BinCandidate search(const Cell* histogram, std::uint32_t feature, const BinNode& node,
                      double known = 0);
  // One question for all nodes of a level; a node that it cannot divide stays as it is.
  BinCandidate search_level(const std::vector<const Cell*>& histograms, std::uint32_t feature,
                            const std::vector<BinNode>& nodes);
  // Whether the node can be divided as found for its level.
  bool divides(const std::vector<const Cell*>& ordered_by, const Cell* histogram,
               const BinCandidate& found, const BinNode& node);
  // What was found, in full. Levels are in the order of one histogram, or of those of all nodes of
  // a level.
  BinSplit finish(const std::vector<const Cell*>& ordered_by, const Cell* histogram,
                  const BinCandidate& found, const BinNode& node);

  // Of a split that has just been finished.
  double gain_of(const BinSplit& split, const BinNode& node) const;

 private:
  void order_levels(const BinnedColumn& column, const std::vector<const Cell*>& histograms);
  bool plain(std::uint32_t feature) const;
  template <bool kAll>
  std::size_t score_plain(const Cell* slots, std::size_t n, const GradientSums& start,
                          const BinNode& node);
  std::size_t score_each(const Cell* slots, const BinnedColumn& column, const GradientSums& start,
                         std::uint32_t feature, const BinNode& node, bool all);
  static std::uint32_t full_bin(const Cell* slots, std::size_t i);
  static std::uint32_t middle_of_gap(const Cell* slots, const BinnedColumn& column,
                                     std::uint32_t last_left);
  double score(const GradientSums& left, std::uint32_t feature, const BinNode& node) const;
  double min_hessian_sum() const;
  GradientSums left_sums(const Cell* slots, const BinnedColumn& column,
                         const BinCandidate& found) const;

  const BinnedMatrix& matrix_;
  const BinSearchOptions& options_;
  bool ordered_ = false;   // the column at hand is a category, and its levels are in
  LevelOrder order_;       // this order
  NewtonPenalty penalty_;  // that counts for it
  std::vector<std::int32_t> high_, low_;
  std::vector<double> score_, level_;
};

extern template class BinSearch<Packed>;
extern template class BinSearch<Counted>;
extern template class BinSearch<Precise>;

}  // namespace spinney
