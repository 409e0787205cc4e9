#include "explain/pair_cells.h"

#include <algorithm>

namespace spinney {
namespace {

constexpr std::uint32_t kNoSlot = static_cast<std::uint32_t>(-1);

}  // namespace

PairCells PairCells::all(std::size_t n_players) {
  PairCells cells;
  cells.n_players_ = n_players;
  return cells;
}

PairCells PairCells::of(std::vector<PlayerPair> pairs) {
  PairCells cells;
  cells.pairs_ = std::move(pairs);
  for (std::size_t i = 0; i < cells.pairs_.size(); ++i)
    cells.sorted_.push_back({cells.pairs_[i], i});
  std::sort(cells.sorted_.begin(), cells.sorted_.end());
  return cells;
}

std::size_t PairCells::at(std::uint32_t first, std::uint32_t second) const {
  if (dense()) return n_players_ == 0 ? kNone : first * n_players_ + second;
  const PlayerPair pair = std::minmax(first, second);
  const auto found =
      std::lower_bound(sorted_.begin(), sorted_.end(), std::pair{pair, std::size_t{0}});
  if (found == sorted_.end() || found->first != pair) return kNone;
  return 2 * found->second + (first > second);
}

PathPairs::PathPairs(const std::vector<std::uint32_t>& player, std::size_t n_players)
    : player_(player), slot_(n_players, kNoSlot) {}

std::uint32_t PathPairs::slot(std::size_t feature) {
  const std::uint32_t player = player_[feature];
  if (slot_[player] == kNoSlot) {
    slot_[player] = static_cast<std::uint32_t>(used_.size());
    used_.push_back(player);
    shared_.emplace_back(used_.size());
  }
  return slot_[player];
}

// Adds the players of a split, with their pairs, to the path.
void PathPairs::add_node(const Tree& tree, std::size_t node, std::vector<std::uint32_t>& path) {
  const auto use = [&](std::size_t feature) {
    const std::uint32_t own = slot(feature);
    if (std::find(path.begin(), path.end(), own) != path.end()) return;
    for (const std::uint32_t other : path) shared_[std::max(own, other)][std::min(own, other)] = 1;
    path.push_back(own);
  };
  tree.each_credit(node, [&](std::uint32_t feature, double) { use(feature); });
  for (std::uint32_t k = tree.surrogates.begin(node); k < tree.surrogates.end(node); ++k)
    use(static_cast<std::size_t>(tree.surrogates.feature[k]));
}

void PathPairs::add(const Tree& tree) {
  struct Open {
    std::size_t node, n_above;  // players on the path
  };
  std::vector<Open> open{{0, 0}};
  std::vector<std::uint32_t> path;
  while (!open.empty()) {
    const auto [node, n_above] = open.back();
    open.pop_back();
    path.resize(n_above);
    if (tree.n_children[node] == 0) continue;
    add_node(tree, node, path);
    for (std::uint32_t c = 0; c < tree.n_children[node]; ++c)
      open.push_back({static_cast<std::size_t>(tree.first_child[node]) + c, path.size()});
  }
}

std::vector<PlayerPair> PathPairs::pairs() const {
  std::vector<PlayerPair> found;
  for (std::size_t a = 0; a < shared_.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (shared_[a][b]) found.push_back(std::minmax(used_[a], used_[b]));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace spinney
