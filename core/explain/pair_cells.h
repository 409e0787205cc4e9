// Where the interactions of pairs of players are stored.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/tree.h"

namespace spinney {

using PlayerPair = std::pair<std::uint32_t, std::uint32_t>;  // the smaller player first

// Cells per row: those of all ordered pairs, or two for each of some pairs.
class PairCells {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  PairCells() = default;  // no cells
  static PairCells all(std::size_t n_players);
  static PairCells of(std::vector<PlayerPair> pairs);  // in any order

  bool dense() const { return pairs_.empty(); }
  std::size_t size() const { return dense() ? n_players_ * n_players_ : 2 * pairs_.size(); }
  // The cell of an ordered pair, or kNone.
  std::size_t at(std::uint32_t first, std::uint32_t second) const;

 private:
  std::size_t n_players_ = 0;
  std::vector<PlayerPair> pairs_;                           // as given
  std::vector<std::pair<PlayerPair, std::size_t>> sorted_;  // with their positions
};

// The pairs of players on a common path of some tree, which are all that interact, in ascending
// order. Surrogates and the terms of a split count as being on its path.
class PathPairs {
 public:
  PathPairs(const std::vector<std::uint32_t>& player, std::size_t n_players);

  void add(const Tree& tree);
  std::vector<PlayerPair> pairs() const;

 private:
  void add_node(const Tree& tree, std::size_t node, std::vector<std::uint32_t>& path);
  std::uint32_t slot(std::size_t feature);

  const std::vector<std::uint32_t>& player_;
  std::vector<std::uint32_t> slot_, used_;         // per player; players by slot
  std::vector<std::vector<std::uint8_t>> shared_;  // by slots, the smaller second
};

}  // namespace spinney
