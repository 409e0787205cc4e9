// Minimal cost-complexity pruning.
#include "model/prune.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/error.h"
#include "model/builder.h"

namespace spinney {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kNegligible = 1e-14;  // alphas this small beside the root's risk are rounding

// Tournament tree: the smallest of many keys while single keys change; of equals the first.
class Tournament {
 public:
  explicit Tournament(std::size_t n)
      : half_(std::bit_ceil(std::max<std::size_t>(n, 2))), key_(half_, kNever), winner_(half_) {
    for (std::size_t i = half_ / 2; i < half_; ++i) winner_[i] = 2 * i - half_;
    for (std::size_t i = half_ / 2 - 1; i >= 1; --i) winner_[i] = winner_[2 * i];
  }

  double key(std::size_t i) const { return key_[i]; }
  std::size_t smallest() const { return winner_[1]; }
  void set(std::size_t i, double key) {
    key_[i] = key;
    for (std::size_t at = (half_ + i) / 2; at >= 1; at /= 2) {
      const bool lowest = 2 * at >= half_;
      const std::size_t a = lowest ? 2 * at - half_ : winner_[2 * at];
      const std::size_t b = lowest ? a + 1 : winner_[2 * at + 1];
      const std::size_t before = std::exchange(winner_[at], key_[b] < key_[a] ? b : a);
      if (before != i && winner_[at] != i) return;  // no change above
    }
  }

 private:
  std::size_t half_;
  std::vector<double> key_;
  std::vector<std::size_t> winner_;
};

// The state of the pruning.
class Pruning {
 public:
  Pruning(const Tree& tree, const std::vector<double>& risk)
      : tree_(tree),
        risk_(risk),
        branch_risk_(risk),
        leaves_(tree.size(), 1),
        parent_(tree.size(), -1),
        links_(tree.size()) {
    for (std::size_t i = tree.size(); i-- > 0;) {
      if (tree.kind[i] == NodeKind::leaf) continue;
      std::fill_n(parent_.begin() + tree.first_child[i], tree.n_children[i],
                  static_cast<std::int32_t>(i));
      add_up(i);
    }
  }

  bool done() const { return leaves_[0] == 1; }
  std::size_t weakest() const { return links_.smallest(); }
  double strength(std::size_t node) const { return links_.key(node); }
  double total_risk() const { return branch_risk_[0]; }

  void collapse(std::size_t node) {
    leaves_[node] = 1;
    branch_risk_[node] = risk_[node];
    remove_below(node);
    links_.set(node, kNever);
    for (auto up = parent_[node]; up >= 0; up = parent_[up]) add_up(static_cast<std::size_t>(up));
  }

 private:
  void add_up(std::size_t node) {
    const auto first = static_cast<std::size_t>(tree_.first_child[node]),
               end = first + tree_.n_children[node];
    branch_risk_[node] = 0;
    leaves_[node] = 0;
    for (std::size_t child = first; child < end; ++child) {
      branch_risk_[node] += branch_risk_[child];
      leaves_[node] += leaves_[child];
    }
    links_.set(node, (risk_[node] - branch_risk_[node]) / static_cast<double>(leaves_[node] - 1));
  }

  // Removes the splits below a collapsed node.
  void remove_below(std::size_t node) {
    std::vector<std::size_t> stack{node};
    while (!stack.empty()) {
      const std::size_t at = stack.back();
      stack.pop_back();
      for (std::uint32_t c = 0; c < tree_.n_children[at]; ++c) {
        const auto child = static_cast<std::size_t>(tree_.first_child[at]) + c;
        if (links_.key(child) == kNever) continue;
        links_.set(child, kNever);
        stack.push_back(child);
      }
    }
  }

  const Tree& tree_;
  const std::vector<double>& risk_;
  std::vector<double> branch_risk_;
  std::vector<std::size_t> leaves_;
  std::vector<std::int32_t> parent_;
  Tournament links_;  // per inner node: reduction of risk per leaf
};

}  // namespace

WeakestLinks weakest_links(const Tree& tree, const std::vector<double>& risk) {
  require(risk.size() == tree.size(), "risk must have an entry per node");
  for (const double r : risk) {
    require(r < kNever, "The spread of y is too large to be summed: divide y before pruning.");
    require(r >= 0, "risk must not be negative");
  }
  Pruning pruning(tree, risk);
  WeakestLinks links{{0.0}, {pruning.total_risk()}, std::vector<double>(tree.size(), kNever)};
  while (!pruning.done()) {
    const std::size_t node = pruning.weakest();
    const double alpha =
        std::max(pruning.strength(node), links.alpha.back());  // smaller only by rounding
    pruning.collapse(node);
    links.alpha.push_back(alpha);
    links.total_risk.push_back(pruning.total_risk());
    links.node_alpha[node] = alpha;
  }
  for (std::size_t i = 0; i < tree.size(); ++i) {
    double& alpha = links.node_alpha[i];
    if (tree.kind[i] == NodeKind::leaf) {
      alpha = 0;
      continue;
    }
    if (alpha <= kNegligible * risk[0]) alpha = 0;
    // Splits that are left when their parent is collapsed are removed with it.
    for (std::uint32_t c = 0; c < tree.n_children[i]; ++c) {
      double& below = links.node_alpha[static_cast<std::size_t>(tree.first_child[i]) + c];
      below = std::min(below, alpha);
    }
  }
  return links;
}

std::vector<double> impurity_risks(const Tree& tree) {
  require_statistics(tree);
  std::vector<double> risk(tree.size());
  // Rounding can leave an impurity just below 0.
  for (std::size_t i = 0; i < risk.size(); ++i)
    risk[i] = std::max(tree.impurity[i], 0.0) * tree.weight[i];
  return risk;
}

Tree prune_by_impurity(const Tree& tree, double alpha) {
  const std::vector<double> node_alpha = weakest_links(tree, impurity_risks(tree)).node_alpha;
  std::vector<bool> collapse(tree.size());
  for (std::size_t i = 0; i < collapse.size(); ++i)
    collapse[i] = node_alpha[i] <= alpha * tree.weight[0];
  return copy_tree(tree, collapse);
}

}  // namespace spinney
