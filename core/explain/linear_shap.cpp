#include "explain/linear_shap.h"

#include <algorithm>

#include "base/error.h"
#include "base/pool.h"
#include "explain/shap_paths.h"
#include "predict/split_decision.h"

namespace spinney {

LinearTree::LinearTree(const Tree& tree, const Table& table) : tree_(tree), table_(table) {
  require(has_single_features(tree) && tree.surrogates.size() == 0,
          "SHAP values of linear leaves need splits on one feature each, without surrogates");
}

void LinearTree::decide(std::size_t row, std::int32_t* child) const {
  const auto cell = [&](std::size_t f) { return cell_value(table_.columns[f], row); };
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    if (tree_.kind[i] == NodeKind::leaf) continue;
    const Decision decision = spinney::decide(tree_, i, table_, cell);
    child[i] = decision.action == Decision::one    ? static_cast<std::int32_t>(decision.child)
               : decision.action == Decision::stop ? -1
                                                   : -2;
  }
}

void LinearTree::evaluate(std::size_t row, double* terms) const {
  for (std::size_t i = 0; i < tree_.size(); ++i)
    for (std::uint32_t k = tree_.set_first[i];
         tree_.is_linear_leaf(i) && k < tree_.set_first[i] + tree_.set_length[i]; ++k)
      terms[k] = leaf_term(
          tree_.term_factor[k], tree_.term_center[k], tree_.term_share[k],
          cell_value(table_.columns[static_cast<std::size_t>(tree_.term_feature[k])], row));
}

namespace {

// The walk of one row through a tree. A player of the path has two factors: the share of the rows
// that follow its splits if it is not known, and whether the row does if it is.
class PathWalk {
 public:
  PathWalk(const Tree& tree, const ShapOutput& out)
      : tree_(tree), out_(out), child_(tree.size()), terms_(tree.term_feature.size()) {
    const auto n = static_cast<std::size_t>(depth_of(tree));
    quadrature_ = Quadrature(n / 2 + 1);
    shares_.resize(tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i)
      if (tree.kind[i] != NodeKind::leaf) shares_[i] = child_shares(tree, i);
  }

  void add(const LinearTree& rows, std::size_t row, std::size_t output) {
    rows.decide(row, child_.data());
    rows.evaluate(row, terms_.data());
    path_.clear();
    walk(0, {out_, row, output});
  }

 private:
  struct Player {
    std::uint32_t player;
    double unknown = 1, known = 1;
  };

  std::size_t position(std::uint32_t player) {
    std::size_t at = 0;
    while (at < path_.size() && path_[at].player != player) ++at;
    if (at == path_.size()) path_.push_back({player});
    return at;
  }

  void walk(std::size_t node, const RowOutput& to) {
    if (tree_.kind[node] == NodeKind::leaf) return add_leaf(node, to);
    const std::size_t n_above = path_.size();
    const std::size_t at = position(out_.player[static_cast<std::size_t>(tree_.feature[node])]);
    const Player before = path_[at];
    for (std::uint32_t c = 0; c < tree_.n_children[node]; ++c) {
      const double share = shares_[node][c];
      const double follows = child_[node] == -2                             ? share
                             : child_[node] == static_cast<std::int32_t>(c) ? 1.0
                                                                            : 0.0;
      path_[at] = {before.player, before.unknown * share, before.known * follows};
      if (path_[at].unknown > 0 || path_[at].known > 0)
        walk(static_cast<std::size_t>(tree_.first_child[node]) + c, to);
    }
    path_[at] = before;
    path_.resize(n_above);
  }

  void add_leaf(std::size_t leaf, const RowOutput& to) {
    const std::size_t n_above = path_.size();
    for (std::uint32_t k = tree_.set_first[leaf];
         k < tree_.set_first[leaf] + tree_.set_length[leaf]; ++k) {
      const std::size_t own =
          position(out_.player[static_cast<std::size_t>(tree_.term_feature[k])]);
      const Player before = path_[own];
      path_[own].unknown = 0;
      if (before.known > 0 && terms_[k] != 0) add_product(terms_[k], to);
      path_[own] = before;
      path_.resize(n_above);
    }
  }

  // Adds the values of the game that pays `amount` times the product of the players' factors.
  void add_product(double amount, const RowOutput& to) {
    const std::size_t n = path_.size();
    before_.resize(n + 1);
    for (std::size_t t = 0; t < quadrature_.size(); ++t) {
      const double x = quadrature_.point[t];
      const auto factor = [&](const Player& p) { return (1 - x) * p.unknown + x * p.known; };
      const auto change = [&](const Player& p) { return p.known - p.unknown; };
      before_[0] = amount * quadrature_.weight[t];
      for (std::size_t i = 0; i < n; ++i) before_[i + 1] = before_[i] * factor(path_[i]);
      double after = 1;
      for (std::size_t i = n; i-- > 0; after *= factor(path_[i])) {
        const double others = change(path_[i]) * after;
        to.add(path_[i].player, before_[i] * others);
        if (out_.pairs == nullptr) continue;
        double between = others;
        for (std::size_t j = i; j-- > 0; between *= factor(path_[j]))
          to.add(path_[i].player, path_[j].player, before_[j] * change(path_[j]) * between);
      }
    }
  }

  const Tree& tree_;
  const ShapOutput& out_;
  Quadrature quadrature_{0};
  std::vector<std::int32_t> child_;
  std::vector<double> terms_, before_;
  std::vector<std::vector<double>> shares_;
  std::vector<Player> path_;
};

}  // namespace

void add_linear_values(const Tree& tree, std::size_t output, const Table& table, int n_threads,
                       Interrupt& interrupt, const ShapOutput& out) {
  const LinearTree rows(tree, table);
  std::vector<PathWalk> walks(static_cast<std::size_t>(std::max(1, n_threads)),
                              PathWalk(tree, out));
  parallel_for(n_threads, table.n_rows, interrupt, [&](std::size_t row, int worker) {
    walks[static_cast<std::size_t>(worker)].add(rows, row, output);
  });
}

}  // namespace spinney
