// Interventional SHAP values of the terms of linear leaves.
#include <algorithm>

#include "base/error.h"
#include "base/pool.h"
#include "explain/linear_shap.h"

namespace spinney {
namespace {

// Rows of a table: their children at every split and their terms.
struct WalkedRows {
  WalkedRows(const Tree& tree, const Table& table, std::size_t first, std::size_t n)
      : n_nodes(tree.size()), n_terms(tree.term_feature.size()) {
    const LinearTree rows(tree, table);
    child.resize(n * n_nodes);
    terms.resize(n * n_terms);
    for (std::size_t i = 0; i < n; ++i) {
      rows.decide(first + i, &child[i * n_nodes]);
      rows.evaluate(first + i, terms.data() + i * n_terms);
    }
    require(std::find(child.begin(), child.end(), -2) == child.end(),
            "SHAP values of linear leaves do not support missing='fractional'");
  }

  std::size_t n_nodes, n_terms;
  std::vector<std::int32_t> child;
  std::vector<double> terms;
};

// Walks of a row and a background row: where they separate, a player either joins with the value of
// the row or is left out. A leaf pays its terms if all of the first join and none of the others; a
// term whose player is in neither set pays the background's value, and the difference if it joins.
class PairWalk {
 public:
  PairWalk(const Tree& tree, const ShapOutput& out)
      : tree_(tree), out_(out), side_(out.n_players, kFree) {}

  void add(const std::int32_t* child, const double* terms, const std::int32_t* other_child,
           const double* other_terms, double share, const RowOutput& to) {
    child_ = child, terms_ = terms, other_child_ = other_child, other_terms_ = other_terms;
    share_ = share;
    walk(0, to);
  }

 private:
  enum Side : std::uint8_t { kFree, kJoined, kLeftOut };

  void walk(std::size_t node, const RowOutput& to) {
    if (tree_.kind[node] == NodeKind::leaf) return add_leaf(node, to);
    const std::uint32_t player = out_.player[static_cast<std::size_t>(tree_.feature[node])];
    const std::int32_t own = child_[node], other = other_child_[node];
    const auto descend = [&](std::int32_t c) {
      if (c >= 0) walk(static_cast<std::size_t>(tree_.first_child[node] + c), to);
    };
    if (side_[player] == kLeftOut) return descend(other);
    if (side_[player] == kJoined || own == other) return descend(own);
    for (const Side side : {kJoined, kLeftOut}) {
      auto& set = side == kJoined ? joined_ : left_out_;
      side_[player] = side;
      set.push_back(player);
      descend(side == kJoined ? own : other);
      set.pop_back();
    }
    side_[player] = kFree;
  }

  void add_leaf(std::size_t leaf, const RowOutput& to) {
    double amount = 0;
    for (std::uint32_t k = tree_.set_first[leaf];
         k < tree_.set_first[leaf] + tree_.set_length[leaf]; ++k) {
      const std::uint32_t player = out_.player[static_cast<std::size_t>(tree_.term_feature[k])];
      amount += side_[player] == kJoined ? terms_[k] : other_terms_[k];
      if (side_[player] != kFree || terms_[k] == other_terms_[k]) continue;
      joined_.push_back(player);
      add_game(share_ * (terms_[k] - other_terms_[k]), to);
      joined_.pop_back();
    }
    add_game(share_ * amount, to);
  }

  void add_game(double amount, const RowOutput& to) {
    const std::size_t p = joined_.size(), n = left_out_.size();
    if (amount == 0) return;
    for (const std::uint32_t a : joined_) to.add(a, amount * weights_.joined(p, n));
    for (const std::uint32_t b : left_out_) to.add(b, amount * weights_.left_out(p, n));
    if (out_.pairs == nullptr) return;
    const auto add_pairs = [&](const std::vector<std::uint32_t>& set, double value) {
      for (std::size_t i = 0; i < set.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) to.add(set[i], set[j], value);
    };
    if (p > 1) add_pairs(joined_, amount * weights_.both_joined(p, n));
    if (n > 1) add_pairs(left_out_, amount * weights_.both_left_out(p, n));
    for (const std::uint32_t a : joined_)
      for (const std::uint32_t b : left_out_) to.add(a, b, amount * weights_.mixed(p, n));
  }

  const Tree& tree_;
  const ShapOutput& out_;
  ShapleyWeights weights_;
  std::vector<Side> side_;  // by player
  std::vector<std::uint32_t> joined_, left_out_;
  const std::int32_t *child_ = nullptr, *other_child_ = nullptr;
  const double *terms_ = nullptr, *other_terms_ = nullptr;
  double share_ = 0;
};

}  // namespace

void add_linear_interventional(const Tree& tree, std::size_t output, const Table& table,
                               const Background& background, int n_threads, Interrupt& interrupt,
                               const ShapOutput& out) {
  const WalkedRows others(tree, background.table, 0, background.table.n_rows);
  double total = 0;
  for (const double w : background.weight) total += w;
  parallel_for(n_threads, table.n_rows, interrupt, [&](std::size_t row, int) {
    const WalkedRows own(tree, table, row, 1);
    PairWalk walk(tree, out);
    for (std::size_t b = 0; b < background.weight.size(); ++b)
      walk.add(own.child.data(), own.terms.data(), &others.child[b * others.n_nodes],
               others.terms.data() + b * others.n_terms, background.weight[b] / total,
               {out, row, output});
  });
}

}  // namespace spinney
