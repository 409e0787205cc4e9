// The best split of a node from a histogram of its gradients, one column at a time.
//
// Bins move to the left side one after another: those of a number in their order, levels of a category in the order of
// gradient over (hessian + smoothing). Few levels are tried one by one, each against the rest. Missing rows are on the
// right, then on the left. The best position of all is kept, the first of equals.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "split/histogram.h"

namespace spinney {

inline constexpr double kForbidden = -std::numeric_limits<double>::infinity();

// All in the units of the whole numbers that gradients were made.
struct BinSearchOptions {
  NewtonPenalty penalty;
  double min_hessian = 0;
  std::size_t min_samples_leaf = 1;
  bool hessian_counts = false;  // every row's hessian is 1
  double smoothing = 0;         // of the levels of a category
  std::size_t max_onehot = 4;
  std::vector<signed char> monotone;  // per feature, or empty
};

// A node as the search sees it.
struct BinNode {
  GradientSums total;
  std::size_t n_rows = 0;
  double lower = -std::numeric_limits<double>::infinity();  // bounds on its children's values
  double upper = std::numeric_limits<double>::infinity();
};

struct BinFound {
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

  BinFound search(const Cell* histogram, std::uint32_t feature, const BinNode& node);
  // One question for all nodes of a level; a node that it cannot divide stays as it is.
  BinFound search_level(const std::vector<const Cell*>& histograms, std::uint32_t feature,
                        const std::vector<BinNode>& nodes);
  // Whether the node can be divided as found for its level.
  bool divides(const Cell* histogram, const BinFound& found, const BinNode& node,
               const std::vector<const Cell*>& level);
  // What was found, in full. The order of levels is that of one histogram, or of a level's histograms.
  BinSplit finish(const std::vector<const Cell*>& ordered_by, const Cell* histogram, const BinFound& found,
                  const BinNode& node);

  double gain_of(const BinSplit& split, const BinNode& node) const;

 private:
  void order_bins(const std::vector<const Cell*>& histograms, const BinnedColumn& column);
  std::size_t score_all(const Cell* slots, const BinnedColumn& column, std::uint32_t feature, const BinNode& node,
                        bool missing_left);
  void score_plain(const Cell* slots, std::size_t n, GradientSums start, const BinNode& node);
  void score_each(const Cell* slots, std::size_t n, GradientSums start, std::uint32_t feature, const BinNode& node);
  double score(const GradientSums& left, std::uint32_t feature, const BinNode& node) const;
  double least_hessian() const;
  GradientSums left_sums(const Cell* slots, const BinnedColumn& column, const BinFound& found) const;

  const BinnedMatrix& matrix_;
  const BinSearchOptions& options_;
  bool ordered_ = false, one_by_one_ = false;  // whether order_ is used, and how
  std::vector<std::uint32_t> order_;
  std::vector<double> key_;
  std::vector<double> gradient_, hessian_, count_, score_, level_;  // by position
};

extern template class BinSearch<Packed>;
extern template class BinSearch<Counted>;
extern template class BinSearch<Precise>;

}  // namespace spinney
