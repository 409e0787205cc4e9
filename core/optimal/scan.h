// Best second cut on both sides of a first cut, by scanning the rows in the order of each column:
// for columns with so many values that tables of pairs would exceed the rows.
#pragma once

#include <array>
#include <vector>

#include "optimal/control.h"
#include "optimal/cuts.h"
#include "optimal/plan.h"

namespace spinney::optimal {

template <class Loss>
class SideScan {
 public:
  using Value = typename Loss::Value;

  SideScan(const Subset<Loss>& subset, const Rules& rules)
      : subset_(subset), rules_(rules), shape_(rules.shape) {
    for (const SubsetColumn& c : subset.columns()) orders_.push_back(order_of(c));
    left_.resize(subset.size());
    for (auto& cell : run_) cell.resize(shape_.size());
    for (auto& cell : total_) cell.resize(shape_.size());
    none_.resize(shape_.size());
  }

  // The best trees of the left and right side, with one or up to two leaves each.
  std::array<Solution, 2> solve(std::size_t column, Code cut,
                                std::array<std::size_t, 2> max_leaves) {
    part(column, cut);
    for (int side = 0; side < 2; ++side) {
      leaf_[side] = best_[side] = score(total_[side], none_);
      chosen_[side] = {};
    }
    if (std::max(max_leaves[0], max_leaves[1]) > 1)
      for (std::size_t j = 0; j < subset_.columns().size(); ++j)
        subset_.columns()[j].nominal ? scan_levels(j) : scan_numbers(j);
    return {solution(0, max_leaves[0]), solution(1, max_leaves[1])};
  }

 private:
  struct Chosen {
    bool any = false;
    std::size_t column = 0;
    Code code = 0;
  };

  static std::vector<std::uint32_t> order_of(const SubsetColumn& column) {
    std::vector<std::uint32_t> next(column.n_codes() + 1), order(column.codes.size());
    for (const Code c : column.codes) ++next[c + 1];
    for (std::size_t c = 1; c < next.size(); ++c) next[c] += next[c - 1];
    for (std::uint32_t i = 0; i < order.size(); ++i) order[next[column.codes[i]]++] = i;
    return order;
  }

  void part(std::size_t column, Code cut) {
    const SubsetColumn& by = subset_.columns()[column];
    for (auto& cell : total_) std::fill(cell.begin(), cell.end(), Value{0});
    max_loss_ = {0, 0};
    for (std::size_t i = 0; i < left_.size(); ++i) {
      left_[i] = by.goes_left(by.codes[i], cut);
      Loss::add(subset_.targets, i, shape_, total_[!left_[i]].data(), 1);
      max_loss_[!left_[i]] += subset_.targets.max_loss[i];
    }
  }

  Value score(const std::vector<Value>& cell, const std::vector<Value>& less) const {
    return Loss::score(cell.data(), 1, less.data(), 1, shape_);
  }

  // Evaluate a cut of a side; `run_` is the cell on its left.
  void consider(std::size_t side, std::size_t column, Code code) {
    if (shape_.limited) {
      const Value *run = &run_[side][shape_.n_planes], *all = &total_[side][shape_.n_planes];
      if (!shape_.large_enough(run[0], run[1]) ||
          !shape_.large_enough(all[0] - run[0], all[1] - run[1]))
        return;
    }
    const Value both = score(run_[side], none_) + score(total_[side], run_[side]);
    if (both <= best_[side]) return;
    best_[side] = both;
    chosen_[side] = {true, column, code};
  }

  void scan_numbers(std::size_t column) {
    const SubsetColumn& c = subset_.columns()[column];
    const std::vector<std::uint32_t>& order = orders_[column];
    for (auto& cell : run_) std::fill(cell.begin(), cell.end(), Value{0});
    std::array<bool, 2> grown{};
    for (std::size_t at = 0; at < order.size(); ++at) {
      const std::size_t i = order[at], side = !left_[i];
      Loss::add(subset_.targets, i, shape_, run_[side].data(), 1);
      grown[side] = true;
      if (at + 1 < order.size() && c.codes[order[at + 1]] == c.codes[i]) continue;
      for (std::size_t s = 0; s < 2; ++s)
        if (grown[s]) consider(s, column, c.codes[i]);
      grown = {};
    }
  }

  void scan_levels(std::size_t column) {
    const SubsetColumn& c = subset_.columns()[column];
    const std::vector<std::uint32_t>& order = orders_[column];
    for (std::size_t at = 0; at < order.size();) {
      const Code level = c.codes[order[at]];
      for (auto& cell : run_) std::fill(cell.begin(), cell.end(), Value{0});
      for (; at < order.size() && c.codes[order[at]] == level; ++at)
        Loss::add(subset_.targets, order[at], shape_, run_[!left_[order[at]]].data(), 1);
      for (std::size_t s = 0; s < 2; ++s) consider(s, column, level);
    }
  }

  Solution solution(std::size_t side, std::size_t max_leaves) const {
    const double leaf = max_loss_[side] - static_cast<double>(leaf_[side]) + rules_.penalty;
    const double two = max_loss_[side] - static_cast<double>(best_[side]) + 2 * rules_.penalty;
    if (max_leaves < 2 || !chosen_[side].any || two >= leaf - rules_.step)
      return {leaf, leaf, nullptr};
    const Chosen& by = chosen_[side];
    const SubsetColumn& c = subset_.columns()[by.column];
    return {two, two, std::make_shared<Plan>(Plan{c.id, c.global[by.code], nullptr, nullptr})};
  }

  const Subset<Loss>& subset_;
  const Rules& rules_;
  const CellShape& shape_;
  std::vector<std::vector<std::uint32_t>> orders_;  // per column: rows sorted by code
  std::vector<std::uint8_t> left_;                  // per row: its side of the first cut
  std::array<std::vector<Value>, 2> run_, total_;   // per side
  std::vector<Value> none_;
  std::array<double, 2> max_loss_{};
  std::array<Value, 2> leaf_{}, best_{};
  std::array<Chosen, 2> chosen_;
};

}  // namespace spinney::optimal
