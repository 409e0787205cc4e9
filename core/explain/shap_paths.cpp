#include "explain/shap_paths.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "predict/compiled.h"

namespace spinney {
namespace {

// Whether some rows stop at a split.
bool may_stop(const Tree& tree, std::uint32_t node) {
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  return tree.kind[node] == NodeKind::levels ||
         tree.route_of_missing(feature) == MissingRoute::stop ||
         tree.route_of_unknown(feature) == MissingRoute::stop;
}

ShapSplit read_split(const Tree& tree, std::uint32_t node) {
  const auto feature = static_cast<std::uint32_t>(tree.feature[node]);
  if (tree.kind[node] != NodeKind::number) return {node, feature, std::nan(""), -1};
  const std::optional<bool> left = goes_left(tree, node, SplitResult::missing);
  return {node, feature, tree.threshold[node], !left ? -1 : *left ? 0 : 1};
}

}  // namespace

bool has_single_features(const Tree& tree) {
  return std::none_of(tree.kind.begin(), tree.kind.end(), has_terms);
}

std::vector<double> child_shares(const Tree& tree, std::size_t node) {
  const auto first = tree.weight.begin() + tree.first_child[node];
  std::vector<double> shares(first, first + tree.n_children[node]);
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares)
    share = total > 0 ? share / total : 1 / static_cast<double>(shares.size());
  return shares;
}

ShapPaths::ShapPaths(const Tree& tree, const std::vector<std::uint32_t>& player,
                     std::size_t n_players)
    : tree_(&tree), player_(&player), n_players_(n_players) {
  require(has_single_features(tree),
          "path-dependent SHAP values need splits on one feature each; pass a background");
  add_edges();
  link_players();
}

void ShapPaths::add_edges() {
  struct Open {
    std::uint32_t split, child, level, node;
    double share;
  };
  std::vector<Open> stack;
  const auto open_children = [&](std::uint32_t node, std::uint32_t level) {
    const auto split = static_cast<std::uint32_t>(splits_.size());
    splits_.push_back(read_split(*tree_, node));
    const std::vector<double> shares = child_shares(*tree_, node);
    const auto n = static_cast<std::uint32_t>(shares.size());
    if (may_stop(*tree_, node)) stack.push_back({split, n, level, node, 0.0});
    for (std::uint32_t c = n; c-- > 0;)
      stack.push_back({split, c, level, tree_->first_child[node] + c, shares[c]});
  };
  if (tree_->kind[0] != NodeKind::leaf) open_children(0, 1);
  while (!stack.empty()) {
    const Open open = stack.back();
    stack.pop_back();
    const std::uint32_t above = splits_[open.split].node;
    n_levels_ = std::max<std::size_t>(n_levels_, open.level);
    edges_.push_back({open.split, open.child, open.level, 0, 0, open.node,
                      (*player_)[tree_->feature[above]], open.share});
    if (open.node != above && tree_->kind[open.node] != NodeKind::leaf)
      open_children(open.node, open.level + 1);
    else
      edges_.back().n_up = open.level - (stack.empty() ? 1 : stack.back().level) + 1;
  }
}

// Finds the edge above with the same player, and the largest number of players on a path.
void ShapPaths::link_players() {
  std::vector<std::uint32_t> last(n_players_), path(n_levels_ + 1);
  std::size_t n_distinct = 0, level = 0;
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    ShapEdge& edge = edges_[e];
    for (; level >= edge.level; --level) {  // return from the path of the last edge
      const ShapEdge& done = edges_[path[level]];
      last[done.player] = done.previous;
      n_distinct -= done.previous == 0;
    }
    edge.previous = last[edge.player];
    last[edge.player] = edge.level;
    n_distinct += edge.previous == 0;
    path[level = edge.level] = e;
    n_players_on_path_ = std::max(n_players_on_path_, n_distinct);
  }
}

}  // namespace spinney
