// Rows of a small node grouped in runs of equal codes: for features with missing values,
// categorical features, or limits on the size of a side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "criterion/block_score.h"
#include "split/scan.h"
#include "split/small_node_orders.h"

namespace spinney {

template <class Layout, class Sum>
class SmallNodeRuns {
 public:
  SmallNodeRuns(const FinderOptions& options, const Layout& layout, const Sum* sums)
      : options_(options), layout_(layout), sums_(sums) {}

  void clear() {
    n_ = 0;
    missing_ = {};
  }
  // Rows are added in the order of their codes.
  void add(Code code, std::size_t row) {
    if (code == kMissing) return missing_.add(sums_[row], row);
    if (n_ == 0 || runs_[n_ - 1].code != code) runs_[n_++] = {{}, 0, 0, 0, code};
    runs_[n_ - 1].add(sums_[row], row);
  }
  // Sort by mean; the best subset is a prefix.
  void sort_levels() {
    for (std::size_t k = 0; k < n_; ++k)
      runs_[k].mean = runs_[k].sum.term(layout_) / runs_[k].sum.weight(layout_);
    std::sort(runs_, runs_ + n_, [](const Run& a, const Run& b) {
      return a.mean < b.mean || (a.mean == b.mean && a.code < b.code);
    });
  }

  bool constant() const { return n_ + any_missing() < 2 || n_ == 0; }
  bool any_missing() const { return missing_.rows != 0; }
  std::size_t size() const { return n_; }
  Code code(std::size_t k) const { return runs_[k].code; }
  std::vector<Code> first_codes(std::size_t n) const {
    std::vector<Code> codes;
    for (std::size_t k = 0; k < n; ++k) codes.push_back(runs_[k].code);
    std::sort(codes.begin(), codes.end());
    return codes;
  }
  RowBits left_of(const Position& position) const {
    RowBits left = position.missing_left ? missing_.rows : 0;
    for (std::size_t k = 0; k <= position.at; ++k) left |= runs_[k].rows;
    return left;
  }

  // The same as scan() of split/scan.h.
  Position scan(std::size_t n_node, double weight, double term) const {
    Position best;
    const std::size_t min_rows = options_.min_samples_leaf;
    for (const bool missing_left : {false, true}) {
      if (missing_left && !any_missing()) break;
      Sum left = missing_left ? missing_.sum : Sum{};
      std::size_t n_left = missing_left ? missing_.n_rows : 0;
      const std::size_t n_positions = n_ - (missing_left || !any_missing());
      for (std::size_t k = 0; k < n_positions; ++k) {
        left.add(runs_[k].sum);
        n_left += runs_[k].n_rows;
        const double w = left.weight(layout_);
        if (n_left < min_rows || n_node - n_left < min_rows) continue;
        if (w < options_.min_weight_leaf || weight - w < options_.min_weight_leaf) continue;
        const double score = between_groups(w, left.term(layout_), weight, term);
        if (score > best.score) best = {score, k, missing_left};
      }
    }
    return best;
  }

 private:
  struct Run {
    Sum sum;
    double mean = 0;
    RowBits rows = 0;
    std::size_t n_rows = 0;
    Code code = 0;

    void add(const Sum& of_row, std::size_t row) {
      sum.add(of_row);
      rows |= bit_of(row);
      ++n_rows;
    }
  };

  const FinderOptions& options_;
  const Layout& layout_;
  const Sum* sums_;  // per row
  Run runs_[SmallNodeOrder::kMaxRows], missing_;
  std::size_t n_ = 0;
};

}  // namespace spinney
