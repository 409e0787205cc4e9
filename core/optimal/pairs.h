// Best tree of depth two by counting pairs: a table of cells by the codes of two columns gives the
// best second cut on both sides of every first cut, for both orders of the columns.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/pool.h"
#include "optimal/control.h"
#include "optimal/cut_bits.h"
#include "optimal/cuts.h"
#include "optimal/plan.h"
#include "optimal/quadrants.h"
#include "optimal/second_cuts.h"

namespace spinney::optimal {

template <class Loss>
class PairSearch {
 public:
  using Value = typename Loss::Value;

  PairSearch(const Subset<Loss>& subset, const Rules& rules, Control& control)
      : subset_(subset), rules_(rules), shape_(rules.shape), control_(control) {}

  // The best tree of depth 1 or 2 with at most max_leaves leaves.
  Solution solve(int depth, std::size_t max_leaves) {
    const bool deep = depth > 1 && max_leaves > 2;
    if (deep || subset_.bits) make_bits();
    list_cuts();
    if (deep) count_pairs();
    Choice best;
    best.cost = subset_.leaf_error(shape_) + rules_.penalty;
    for (std::size_t leaves = 2; leaves <= (deep ? std::min<std::size_t>(max_leaves, 4) : 2);
         ++leaves)
      choose(leaves, best);
    Solution solution{best.cost, best.cost, plan(best)};
    if (control_.has_expired()) solution.bound = subset_.floor + rules_.penalty;
    return solution;
  }

 private:
  static constexpr Value kNo = 2 * kForbidden<Value>;
  static constexpr std::size_t kParallelWork = 300'000;
  // Larger subsets check the time limit at every pair of columns.
  static constexpr std::size_t kLargeSubset = 10'000;

  struct Worker {
    SecondCuts<Value> seconds;
    std::vector<Value> table, codes, quarters, cell;
  };
  struct Choice {
    double cost = kInfinity;
    std::size_t column = 0;
    Code cut = 0;
    bool leaf = true, second[2] = {false, false};
  };

  void list_cuts() {
    first_.assign(1, 0);
    for (std::size_t j = 0; j < subset_.columns().size(); ++j) {
      first_.push_back(first_.back() + subset_.columns()[j].n_cuts());
      cells_.push_back(bits_ ? cells_of_bits(j) : cut_cells(subset_, j, shape_));
    }
    n_cuts_ = first_.back();
  }

  // Popcounts are faster than adding up rows.
  void make_bits() {
    if constexpr (std::is_same_v<Loss, CountedClasses>) {
      if (subset_.bits) {
        bits_ = &*subset_.bits;
        return;
      }
      own_bits_ = bits_of(subset_, shape_);
      if (own_bits_) bits_ = &*own_bits_;
    }
  }

  CutCells<Loss> cells_of_bits(std::size_t column) const {
    CutCells<Loss> cells;
    cells.stride = subset_.columns()[column].n_codes();
    cells.planes.resize(shape_.size() * cells.stride);
    if constexpr (std::is_same_v<Loss, CountedClasses>)
      for (std::size_t at = first_[column]; at < first_[column + 1]; ++at)
        bits_->count(at, at, 1, &cells.planes[at - first_[column]], cells.stride);
    return cells;
  }

  // Cells of all cuts, plane by plane.
  void flatten_cells() {
    flat_.resize(shape_.size() * n_cuts_);
    for (std::size_t j = 0; j < cells_.size(); ++j) {
      for (std::size_t k = 0; k < shape_.size(); ++k)
        std::copy_n(cells_[j].at(0) + k * cells_[j].stride, subset_.columns()[j].n_cuts(),
                    flat_.begin() + static_cast<std::ptrdiff_t>(k * n_cuts_ + first_[j]));
      column_of_.insert(column_of_.end(), subset_.columns()[j].n_cuts(),
                        static_cast<std::uint32_t>(j));
    }
  }

  void count_pairs() {
    flatten_cells();
    const std::size_t p = subset_.columns().size();
    const std::size_t work =
        bits_ ? n_cuts_ * n_cuts_ / 2 * bits_->words() : p * p / 2 * subset_.size();
    const int n_threads = work > kParallelWork ? control_.n_threads() : 1;
    std::vector<Worker> workers(static_cast<std::size_t>(n_threads));
    for (Worker& w : workers) w.seconds = SecondCuts<Value>(n_cuts_, kNo);
    parallel_for(n_threads, p, control_.interrupt(), [&](std::size_t a, int worker) {
      count_with(a, workers[static_cast<std::size_t>(worker)]);
    });
    seconds_ = std::move(workers[0].seconds);
    for (std::size_t w = 1; w < workers.size(); ++w)
      for (int side = 0; side < 2; ++side)
        for (std::size_t at = 0; at < n_cuts_; ++at)
          seconds_.raise(side, at, workers[w].seconds.score[side][at],
                         workers[w].seconds.column[side][at]);
  }

  // All pairs of a cut of column a with a cut of a or of a later column.
  void count_with(std::size_t a, Worker& w) const {
    const std::size_t width = n_cuts_ - first_[a];
    w.table.resize(subset_.columns()[a].n_cuts() * shape_.size() * width);
    for (std::size_t b = a; b < cells_.size(); ++b) {
      if ((b == a || subset_.size() > kLargeSubset) && control_.expired()) return;
      fill_table(a, b, width, w);
    }
    w.quarters.resize(4 * width);
    w.cell.resize(shape_.size());
    for (Code t = 0; t < subset_.columns()[a].n_cuts(); ++t) score_pairs(a, t, width, w);
  }

  void score_pairs(std::size_t a, Code t, std::size_t width, Worker& w) const {
    const std::size_t at = first_[a] + t, from = first_[a];
    Value* const q = w.quarters.data();
    const QuadrantScores<Value> scores{q, q + width, q + 2 * width, q + 3 * width};
    for (std::size_t k = 0; k < shape_.size(); ++k) w.cell[k] = flat_[k * n_cuts_ + at];
    score_quadrants({&w.table[t * shape_.size() * width], width, &flat_[from], n_cuts_,
                     w.cell.data(), subset_.total.data(), width},
                    shape_, scores, Loss{});
    SecondCuts<Value>& s = w.seconds;
    const BestPair<Value> best =
        best_sides(scores, width, static_cast<std::uint32_t>(a),
                   {&s.score[0][from], &s.score[1][from], &s.column[0][from], &s.column[1][from]});
    if (best.left > s.score[0][at])
      s.raise(0, at, best.left, first_with(scores.ll, scores.lr, best.left, from));
    if (best.right > s.score[1][at])
      s.raise(1, at, best.right, first_with(scores.rl, scores.rr, best.right, from));
  }

  // Column of the first second cut with that score.
  std::uint32_t first_with(const Value* one, const Value* two, Value score,
                           std::size_t from) const {
    std::size_t s = 0;
    while (one[s] + two[s] != score) ++s;
    return column_of_[from + s];
  }

  // Cells on the left of a cut of a and of a cut of b: planes x cuts of all columns from a on, per
  // cut of a.
  void fill_table(std::size_t a, std::size_t b, std::size_t width, Worker& w) const {
    const std::size_t n_first = subset_.columns()[a].n_cuts(),
                      n_second = subset_.columns()[b].n_cuts();
    const std::size_t row = shape_.size() * width, offset = first_[b] - first_[a];
    if (subset_.bits || (bits_ && bits_are_faster(a, b))) {
      if constexpr (std::is_same_v<Loss, CountedClasses>)
        for (std::size_t t = 0; t < n_first; ++t)
          bits_->count(first_[a] + t, first_[b], n_second, &w.table[t * row + offset], width);
      return;
    }
    add_rows(a, b, w.codes);
    const std::size_t n_codes = subset_.columns()[b].n_codes();
    for (std::size_t t = 0; t < n_first; ++t)
      for (std::size_t k = 0; k < shape_.size(); ++k)
        std::copy_n(&w.codes[(t * shape_.size() + k) * n_codes], n_second,
                    &w.table[t * row + k * width + offset]);
  }

  bool bits_are_faster(std::size_t a, std::size_t b) const {
    const SubsetColumn &one = subset_.columns()[a], &two = subset_.columns()[b];
    const std::size_t cells = std::size_t{one.n_codes()} * two.n_codes() * shape_.size();
    return std::size_t{one.n_cuts()} * two.n_cuts() * bits_->words() < 3 * subset_.size() + cells;
  }

  // The same by adding up rows: planes x codes of b, per code of a.
  void add_rows(std::size_t a, std::size_t b, std::vector<Value>& table) const {
    const SubsetColumn &one = subset_.columns()[a], &two = subset_.columns()[b];
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

  bool allowed(std::size_t column, Code cut) const {
    if (!subset_.bits) return cells_[column].allowed(shape_, subset_.total, cut);
    // The columns belong to a larger set of rows, so a side of a cut may be empty.
    Value left = 0;
    for (std::size_t k = 0; k < shape_.size(); ++k)
      left += cells_[column].at(cut)[k * cells_[column].stride];
    return left > 0 && left < static_cast<Value>(subset_.size());
  }

  // The best tree with exactly this many leaves, if it is cheaper than `best`.
  void choose(std::size_t leaves, Choice& best) const {
    const double base = subset_.max_loss + rules_.penalty * static_cast<double>(leaves);
    for (std::size_t a = 0; a < cells_.size(); ++a)
      for (Code t = 0; t < subset_.columns()[a].n_cuts(); ++t) {
        if (!allowed(a, t)) continue;
        const CutScore<Loss> leaf = leaf_scores(cells_[a], subset_.total, t, shape_);
        for (int shape = 0; shape < 4; ++shape) {
          const bool left = shape & 1, right = shape & 2;
          if (2u + left + right != leaves) continue;
          const double score =
              static_cast<double>(left ? seconds_.score[0][first_[a] + t] : leaf.left) +
              static_cast<double>(right ? seconds_.score[1][first_[a] + t] : leaf.right);
          if (base - score < best.cost - rules_.step)
            best = {base - score, a, t, false, {left, right}};
        }
      }
  }

  PlanPtr plan(const Choice& best) const {
    if (best.leaf) return nullptr;
    const SubsetColumn& by = subset_.columns()[best.column];
    auto root = std::make_shared<Plan>(Plan{by.id, by.global[best.cut], nullptr, nullptr});
    const std::size_t at = first_[best.column] + best.cut;
    for (int side = 0; side < 2; ++side)
      if (best.second[side])
        (side == 0 ? root->left : root->right) =
            second_cut(best, side == 0, seconds_.column[side][at]);
    return root;
  }

  // The cuts of a column among the rows on one side of the first cut, and the cell of those rows.
  CutCells<Loss> side_cells(const Choice& best, bool left, std::size_t column,
                            std::vector<Value>& total) const {
    const SubsetColumn& by = subset_.columns()[best.column];
    const CutCells<Loss>& first = cells_[best.column];
    for (std::size_t k = 0; k < total.size(); ++k) {
      const Value of_cut = first.at(best.cut)[k * first.stride];
      total[k] = left ? of_cut : subset_.total[k] - of_cut;
    }
    if constexpr (std::is_same_v<Loss, CountedClasses>)
      if (subset_.bits) {
        CutCells<Loss> cells = cells_[column];
        std::vector<Value> both(cells.planes.size());
        bits_->count(first_[best.column] + best.cut, first_[column],
                     subset_.columns()[column].n_cuts(), both.data(), cells.stride);
        for (std::size_t i = 0; i < both.size(); ++i)
          cells.planes[i] = left ? both[i] : cells.planes[i] - both[i];
        return cells;
      }
    return cut_cells(subset_, column, shape_,
                     [&](std::size_t i) { return by.goes_left(by.codes[i], best.cut) == left; });
  }

  PlanPtr second_cut(const Choice& best, bool left, std::size_t column) const {
    const SubsetColumn& c = subset_.columns()[column];
    std::vector<Value> total(shape_.size());
    const CutCells<Loss> cells = side_cells(best, left, column, total);
    Value highest = kNo;
    Code chosen = 0;
    for (Code t = 0; t < c.n_cuts(); ++t) {
      if (!cells.allowed(shape_, total, t)) continue;
      const CutScore<Loss> score = leaf_scores(cells, total, t, shape_);
      if (score.left + score.right <= highest) continue;
      highest = score.left + score.right;
      chosen = t;
    }
    return std::make_shared<Plan>(Plan{c.id, c.global[chosen], nullptr, nullptr});
  }

  const Subset<Loss>& subset_;
  const Rules& rules_;
  const CellShape& shape_;
  Control& control_;
  std::vector<CutCells<Loss>> cells_;
  std::size_t n_cuts_ = 0;
  std::vector<std::size_t> first_;        // per column, and one more: index of its first cut
  std::vector<std::uint32_t> column_of_;  // per cut
  std::vector<Value> flat_;               // planes x cuts: cell on the left
  const CutBits* bits_ = nullptr;         // integer class weights only
  std::optional<CutBits> own_bits_;
  SecondCuts<Value> seconds_;
};

}  // namespace spinney::optimal
