// Subset splits of a categorical feature.
//
// With two classes or one numeric output, scanning the categories sorted by their mean finds the
// best subset (Breiman et al. 1984). Otherwise all subsets are tried for few categories, and a
// heuristic order (principal_order.h) is scanned for more.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/radix_sort.h"
#include "split/level_order.h"
#include "split/principal_order.h"
#include "split/scan.h"

namespace spinney {

// Rows of a node grouped by category; a source of buckets in a chosen order.
template <class Sweep>
class CategoryGroups {
 public:
  // `entries` are sorted by code, missing last. The memory is reused from node to node.
  void build(const Sweep& sweep, const Entry* entries, std::size_t n) {
    n_rows_ = n;
    codes_.clear();
    begin_.clear();
    rows_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      rows_[i] = entry_row(entries[i]);
      if (i == 0 || entry_code(entries[i]) != entry_code(entries[i - 1])) {
        codes_.push_back(entry_code(entries[i]));
        begin_.push_back(i);
      }
    }
    begin_.push_back(n);
    n_groups_ = codes_.size() - (codes_.back() == kMissing);
    order_.resize(n_groups_);
    std::iota(order_.begin(), order_.end(), 0u);
    if constexpr (Sweep::kAdditive) add_up(sweep);
  }

  std::size_t size() const { return n_groups_; }
  Code code(std::size_t group) const { return codes_[group]; }
  std::vector<Code> present() const {
    return {codes_.begin(), codes_.begin() + static_cast<std::ptrdiff_t>(n_groups_)};
  }
  std::size_t group_at(std::size_t position) const { return order_[position]; }
  std::size_t count(std::size_t group) const { return begin_[group + 1] - begin_[group]; }

  // Sort the groups by their center.
  void sort(const Sweep& sweep) {
    std::vector<double> centers, weights;
    for (std::size_t g = 0; g < n_groups_; ++g) {
      if constexpr (Sweep::kAdditive) {
        const double* s = &sums_[g * width_];
        weights.push_back(sweep.layout().weight(s));
        for (std::size_t j = 0; j < sweep.layout().n_terms(); ++j)
          centers.push_back(sweep.layout().term(s, j) / weights.back());
      } else {
        weights.push_back(static_cast<double>(count(g)));
        for (std::size_t k = 0; k < sweep.n_outputs(); ++k)
          centers.push_back(sweep.median_of(&rows_[begin_[g]], count(g), k));
      }
    }
    const auto key = principal_projection(centers, weights);
    std::sort(order_.begin(), order_.end(),
              [&](auto a, auto b) { return key[a] < key[b] || (key[a] == key[b] && a < b); });
  }

  const double* sums(std::size_t group) const { return &sums_[group * width_]; }
  void add(std::size_t group, Sweep& sweep) const {
    if constexpr (Sweep::kAdditive)
      sweep.add_sums(&sums_[group * width_]);
    else
      for (std::size_t i = begin_[group]; i < begin_[group + 1]; ++i) sweep.add_row(rows_[i]);
  }
  void remove(std::size_t group, Sweep& sweep) const {
    if constexpr (Sweep::kAdditive)
      sweep.remove_sums(&sums_[group * width_]);
    else
      for (std::size_t i = begin_[group]; i < begin_[group + 1]; ++i) sweep.remove_row(rows_[i]);
  }

  // Interface of a bucket source, for scan().
  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_missing() const { return n_rows_ - begin_[n_groups_]; }
  std::size_t first() const { return 0; }
  std::size_t end() const { return n_groups_; }
  std::size_t take(std::size_t& at, Sweep& sweep) const {
    const std::size_t group = order_[at++];
    add(group, sweep);
    return count(group);
  }
  void take_missing(Sweep& sweep) const { add(n_groups_, sweep); }

 private:
  void add_up(const Sweep& sweep) {
    width_ = sweep.layout().width();
    sums_.assign(codes_.size() * width_, 0.0);
    for (std::size_t g = 0; g < codes_.size(); ++g)
      for (std::size_t i = begin_[g]; i < begin_[g + 1]; ++i)
        sweep.layout().add_row(&sums_[g * width_], rows_[i]);
  }

  std::size_t n_rows_ = 0, n_groups_ = 0, width_ = 0;
  std::vector<Row> rows_;
  std::vector<Code> codes_;
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> order_;
  std::vector<double> sums_;
};

// Try every subset; consecutive subsets differ by one group (Gray code). Missing rows stay on the
// right, which loses nothing: the mirror image of every subset is tried, too.
template <class Sweep>
std::uint32_t best_subset(Sweep& sweep, const CategoryGroups<Sweep>& groups,
                          const SplitLimits& limits, double& best) {
  const bool missing = groups.n_missing() > 0;
  const std::uint32_t n_masks = 1u << (missing ? groups.size() : groups.size() - 1);
  std::uint32_t mask = 0, best_mask = 0;
  std::size_t n_left = 0;
  sweep.reset();
  for (std::uint32_t step = 1; step < n_masks; ++step) {
    const auto group = static_cast<std::uint32_t>(std::countr_zero(step));
    mask ^= 1u << group;
    if (mask >> group & 1u) {
      groups.add(group, sweep);
      n_left += groups.count(group);
    } else {
      groups.remove(group, sweep);
      n_left -= groups.count(group);
    }
    if (std::min(n_left, groups.n_rows() - n_left) < limits.min_samples_leaf ||
        !allowed(sweep, limits))
      continue;
    const double score = sweep.score();
    if (score > best || (score == best && best_mask && mask < best_mask)) {
      best = score;
      best_mask = mask;
    }
  }
  return best_mask;
}

// Boosting: the splits of split/level_order.h.
template <class Sweep>
Position split_levels(Sweep& sweep, const CategoryGroups<Sweep>& groups, const LevelRules& rules,
                      const SplitLimits& limits, std::vector<Code>& left) {
  auto& layout = sweep.layout();
  LevelOrder order;
  order.start();
  for (std::size_t g = 0; g < groups.size(); ++g)
    order.add(static_cast<std::uint32_t>(g), layout.term(groups.sums(g), 0),
              layout.weight(groups.sums(g)));
  order.finish(rules);
  layout.penalty = layout.gradients.penalty;
  if (!order.one_hot()) layout.penalty.l2 += layout.gradients.sorted_l2;
  Position best;
  for (const bool missing_left : {false, true}) {
    if (missing_left && groups.n_missing() == 0) break;
    std::size_t n_left = 0;
    for (std::size_t i = 0; i < order.n_positions(); ++i) {
      const bool restart = i == 0 || order.one_hot();
      if (restart) {
        sweep.reset();
        n_left = missing_left ? groups.n_missing() : 0;
        if (missing_left) groups.take_missing(sweep);
      }
      for (std::size_t k = restart ? order.begin(i) : order.group_begin(i); k < order.end(i); ++k) {
        groups.add(order.level(k), sweep);
        n_left += groups.count(order.level(k));
      }
      if (std::min(n_left, groups.n_rows() - n_left) < limits.min_samples_leaf ||
          !allowed(sweep, limits))
        continue;
      const double score = sweep.score();
      if (score > best.score) best = {score, i, missing_left};
    }
  }
  layout.penalty = layout.gradients.penalty;
  for (std::size_t k = order.begin(best.at); k < order.end(best.at); ++k)
    left.push_back(groups.code(order.level(k)));
  std::sort(left.begin(), left.end());
  return best;
}

// The best subset of the categories in a node: its score, and the codes that go left, ascending.
template <class Sweep>
Position split_categories(Sweep& sweep, CategoryGroups<Sweep>& groups, bool order_is_optimal,
                          const SplitLimits& limits, std::vector<Code>& left) {
  constexpr std::size_t kMaxExhaustive = Sweep::kAdditive ? 10 : 8;
  Position best;
  if (!order_is_optimal && groups.size() <= kMaxExhaustive) {
    const std::uint32_t mask = best_subset(sweep, groups, limits, best.score);
    for (std::size_t g = 0; g < groups.size(); ++g)
      if (mask >> g & 1u) left.push_back(groups.code(g));
  } else {
    groups.sort(sweep);
    best = scan(sweep, groups, limits);
    for (std::size_t i = 0; i < best.at; ++i) left.push_back(groups.code(groups.group_at(i)));
    std::sort(left.begin(), left.end());
  }
  return best;
}

}  // namespace spinney
