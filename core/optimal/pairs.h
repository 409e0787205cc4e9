// The best tree of depth two by counting pairs: a table of cells by the codes of two columns gives the best second cut
// for every first cut, either way round, on both sides.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "base/pool.h"
#include "optimal/control.h"
#include "optimal/cuts.h"
#include "optimal/plan.h"
#include "optimal/quadrants.h"

namespace spinney::optimal {

template <class Loss>
class PairSearch {
 public:
  using Value = typename Loss::Value;

  PairSearch(const Subset<Loss>& subset, const Rules& rules, Control& control)
      : subset_(subset), rules_(rules), shape_(rules.shape), control_(control), none_(shape_.size()) {}

  // The best tree of at most 2 ^ depth and at most max_leaves leaves; depth is 1 or 2.
  Solution solve(int depth, std::size_t max_leaves) {
    list_cuts();
    const bool deep = depth > 1 && max_leaves > 2;
    if (deep) count_pairs();
    Choice best;
    best.cost = subset_.leaf_error(shape_) + rules_.penalty;
    for (std::size_t leaves = 2; leaves <= (deep ? std::min<std::size_t>(max_leaves, 4) : 2); ++leaves)
      choose(leaves, best);
    Solution solution{best.cost, best.cost, plan(best)};
    if (control_.has_expired()) solution.bound = subset_.floor + rules_.penalty;
    return solution;
  }

 private:
  static constexpr Value kNo = 2 * kForbidden<Value>;
  static constexpr std::size_t kParallelWork = 300'000;

  // The best second cuts below the first cuts of all columns, side by side.
  struct Seconds {
    std::vector<Value> score[2];  // left, right
    std::vector<std::uint32_t> column[2];
    void raise(int side, std::size_t at, Value value, std::uint32_t by) {
      // Of equals the first column, whatever the order in which they come.
      if (value < score[side][at] || (value == score[side][at] && by >= column[side][at])) return;
      score[side][at] = value;
      column[side][at] = by;
    }
  };
  struct Worker {
    Seconds seconds;
    std::vector<Value> table, quarters, sides;
  };
  struct Choice {
    double cost = kInfinity;
    std::size_t column = 0;
    Code cut = 0;
    bool leaf = true, second[2] = {false, false};
  };

  void list_cuts() {
    first_.assign(1, 0);
    for (std::size_t j = 0; j < subset_.columns.size(); ++j) {
      cells_.push_back(cut_cells(subset_, j, shape_));
      first_.push_back(first_.back() + subset_.columns[j].n_cuts());
    }
  }

  Seconds no_seconds() const {
    Seconds none;
    for (int side = 0; side < 2; ++side) {
      none.score[side].assign(first_.back(), kNo);
      none.column[side].assign(first_.back(), 0);
    }
    return none;
  }

  void count_pairs() {
    const std::size_t p = subset_.columns.size();
    const int n_threads = p * p / 2 * subset_.size() > kParallelWork ? control_.n_threads() : 1;
    std::vector<Worker> workers(static_cast<std::size_t>(n_threads));
    for (Worker& w : workers) w.seconds = no_seconds();
    parallel_for(n_threads, p, control_.interrupt(), [&](std::size_t a, int worker) {
      for (std::size_t b = a; b < p && !control_.expired(); ++b)
        if (subset_.columns[a].n_cuts() > 0 && subset_.columns[b].n_cuts() > 0)
          count_pair(a, b, workers[static_cast<std::size_t>(worker)]);
    });
    seconds_ = std::move(workers[0].seconds);
    for (std::size_t w = 1; w < workers.size(); ++w)
      for (int side = 0; side < 2; ++side)
        for (std::size_t at = 0; at < first_.back(); ++at)
          seconds_.raise(side, at, workers[w].seconds.score[side][at], workers[w].seconds.column[side][at]);
  }

  // planes x codes of b, for every code of a.
  void fill_table(std::size_t a, std::size_t b, std::vector<Value>& table) const {
    const SubsetColumn &one = subset_.columns[a], &two = subset_.columns[b];
    const std::size_t width = two.n_codes(), row = shape_.size() * width;
    table.assign(one.n_codes() * row, Value{0});
    const Code *first = one.codes.data(), *second = two.codes.data();
    for (std::size_t i = 0; i < subset_.size(); ++i)
      Loss::add(subset_.targets, i, shape_, table.data() + first[i] * row + second[i], width);
    if (!two.nominal)
      for (std::size_t k = 0; k < one.n_codes() * shape_.size(); ++k) {
        Value* plane = table.data() + k * width;
        for (std::size_t s = 1; s < width; ++s) plane[s] += plane[s - 1];
      }
    if (!one.nominal)
      for (std::size_t at = row; at < one.n_cuts() * row; ++at) table[at] += table[at - row];
  }

  void count_pair(std::size_t a, std::size_t b, Worker& w) const {
    fill_table(a, b, w.table);
    const std::size_t width = subset_.columns[b].n_codes(), row = shape_.size() * width;
    const std::size_t n = subset_.columns[b].n_cuts();
    w.quarters.resize(4 * n);
    w.sides.assign(2 * n, kNo);
    const QuadrantScores<Value> out{&w.quarters[0], &w.quarters[n], &w.quarters[2 * n], &w.quarters[3 * n]};
    std::vector<Value> cell(shape_.size());
    for (Code t = 0; t < subset_.columns[a].n_cuts(); ++t) {
      for (std::size_t k = 0; k < cell.size(); ++k) cell[k] = cells_[a].at(t)[k * cells_[a].stride];
      score_quadrants({&w.table[t * row], cells_[b].planes.data(), cell.data(), subset_.total.data(), n, width}, shape_,
                      out, Loss{});
      const SideScores<Value> best = best_sides(out, n, &w.sides[0], &w.sides[n]);
      w.seconds.raise(0, first_[a] + t, best.left, static_cast<std::uint32_t>(b));
      w.seconds.raise(1, first_[a] + t, best.right, static_cast<std::uint32_t>(b));
    }
    for (std::size_t s = 0; s < n; ++s)
      for (int side = 0; side < 2; ++side)
        w.seconds.raise(side, first_[b] + s, w.sides[static_cast<std::size_t>(side) * n + s],
                        static_cast<std::uint32_t>(a));
  }

  // The best tree of exactly so many leaves, if it is cheaper than `best`.
  void choose(std::size_t leaves, Choice& best) const {
    const double base = subset_.most + rules_.penalty * static_cast<double>(leaves);
    for (std::size_t a = 0; a < cells_.size(); ++a)
      for (Code t = 0; t < subset_.columns[a].n_cuts(); ++t) {
        if (!cells_[a].allowed(shape_, subset_.total, t)) continue;
        const CutScore<Loss> leaf = leaf_scores(cells_[a], subset_.total, t, shape_);
        for (int shape = 0; shape < 4; ++shape) {
          const bool left = shape & 1, right = shape & 2;
          if (2u + left + right != leaves) continue;
          const double score = static_cast<double>(left ? seconds_.score[0][first_[a] + t] : leaf.left) +
                               static_cast<double>(right ? seconds_.score[1][first_[a] + t] : leaf.right);
          if (base - score < best.cost - rules_.step) best = {base - score, a, t, false, {left, right}};
        }
      }
  }

  PlanPtr plan(const Choice& best) const {
    if (best.leaf) return nullptr;
    const SubsetColumn& by = subset_.columns[best.column];
    auto root = std::make_shared<Plan>(Plan{best.column, by.global[best.cut], nullptr, nullptr});
    const std::size_t at = first_[best.column] + best.cut;
    for (int side = 0; side < 2; ++side)
      if (best.second[side])
        (side == 0 ? root->left : root->right) = second_cut(best, side == 0, seconds_.column[side][at]);
    return root;
  }

  PlanPtr second_cut(const Choice& best, bool left, std::size_t column) const {
    const SubsetColumn &by = subset_.columns[best.column], &c = subset_.columns[column];
    const auto takes = [&](std::size_t i) { return by.goes_left(by.codes[i], best.cut) == left; };
    const CutCells<Loss> cells = cut_cells(subset_, column, shape_, takes);
    std::vector<Value> total(shape_.size());
    for (std::size_t i = 0; i < subset_.size(); ++i)
      if (takes(i)) Loss::add(subset_.targets, i, shape_, total.data(), 1);
    Value highest = kNo;
    Code chosen = 0;
    for (Code t = 0; t < c.n_cuts(); ++t) {
      if (!cells.allowed(shape_, total, t)) continue;
      const CutScore<Loss> score = leaf_scores(cells, total, t, shape_);
      if (score.left + score.right <= highest) continue;
      highest = score.left + score.right;
      chosen = t;
    }
    return std::make_shared<Plan>(Plan{column, c.global[chosen], nullptr, nullptr});
  }

  const Subset<Loss>& subset_;
  const Rules& rules_;
  const CellShape& shape_;
  Control& control_;
  std::vector<Value> none_;
  std::vector<CutCells<Loss>> cells_;
  std::vector<std::size_t> first_;  // per column: its first cut among all
  Seconds seconds_;
};

}  // namespace spinney::optimal
