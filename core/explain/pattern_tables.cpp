#include "explain/pattern_tables.h"

#include <algorithm>
#include <bit>

#include "explain/quadrature.h"

namespace spinney {
namespace {

constexpr std::size_t kMaxPlayers = 12;
constexpr std::size_t kTableBytes = std::size_t{4} << 20;

// Whether the tables of leaves with this many players are worth computing.
bool is_small(std::size_t n_players, std::size_t n_background) {
  return n_players <= kMaxPlayers &&
         (n_players << n_players) <= 16 * std::max<std::size_t>(64, n_background);
}

// first * x^i for i from 0 to n.
std::vector<double> powers(double x, double first, std::size_t n) {
  std::vector<double> found(n + 1, first);
  for (std::size_t i = 1; i <= n; ++i) found[i] = found[i - 1] * x;
  return found;
}

}  // namespace

PatternTables::PatternTables(const ShapPaths& paths, std::size_t first, std::size_t last,
                             bool pairs)
    : paths_(&paths),
      pairs_(pairs),
      path_player_(paths.n_levels() + 1),
      n_on_path_(paths.n_levels() + 1),
      path_bit_(paths.n_levels() + 1) {
  std::vector<const ShapEdge*> above(paths.n_levels() + 1);  // the path to the first leaf
  std::size_t leaf = 0;
  for (const ShapEdge& edge : paths.edges()) {
    const bool is_leaf = edge.n_up > 0;
    if (leaf == last) break;
    if (leaf < first || (!is_leaf && edges_.empty())) {
      above[edge.level] = &edge;
    } else {
      if (edges_.empty())
        for (std::size_t level = 1; level < edge.level; ++level) add_edge(*above[level], false);
      add_edge(edge, is_leaf);
    }
    leaf += is_leaf;
  }
}

void PatternTables::add_edge(const ShapEdge& edge, bool is_leaf) {
  const bool repeated = edge.previous > 0;
  const std::uint32_t n_above = edge.level > 1 ? n_on_path_[edge.level - 1] : 0;
  n_on_path_[edge.level] = n_above + !repeated;
  path_bit_[edge.level] = repeated ? path_bit_[edge.previous] : std::uint64_t{1} << n_above;
  path_player_[edge.level] = edge.player;
  edges_.push_back({edge.split, edge.child, edge.level, edge.previous, path_bit_[edge.level],
                    is_leaf ? static_cast<std::int32_t>(leaves_.size()) : -1});
  if (!is_leaf) return;
  const std::uint32_t n = n_on_path_[edge.level];
  leaves_.push_back({edge.node, n, players_.size(), n_counts_, n_cells_});
  players_.resize(players_.size() + n);
  for (std::uint32_t level = 1; level <= edge.level; ++level)
    players_[leaves_.back().first_player + std::countr_zero(path_bit_[level])] =
        path_player_[level];
  n_counts_ += std::size_t{1} << n;
  n_cells_ += n_columns(n) << n;
}

void PatternTables::compute(const std::vector<double>& counts, double total) {
  rows_.assign(n_cells_, 0.0);
  for (const PatternLeaf& leaf : leaves_) compute_leaf(leaf, &counts[leaf.first_count], total);
}

// With P players of which only the row follows the edges and N of which only the background row
// does, a value is the integral of t^(P - 1) (1 - t)^N or -t^P (1 - t)^(N - 1). N follows from the
// pattern of the row: the other bits must be set in that of the background row.
void PatternTables::compute_leaf(const PatternLeaf& leaf, const double* counts, double total) {
  const std::size_t d = leaf.n_players, n_patterns = std::size_t{1} << d, full = n_patterns - 1;
  const std::size_t n_columns = this->n_columns(d);
  const Quadrature quadrature((d + 1) / 2);
  above_.resize(n_patterns);
  for (std::size_t k = 0; k < quadrature.size(); ++k) {
    const double t = quadrature.point[k];
    const std::vector<double> power_of_t = powers(t, 1, d);
    const std::vector<double> shares = powers(1 - t, quadrature.weight[k] / total, d);
    for (std::size_t b = 0; b < n_patterns; ++b)
      above_[b] = counts[b] * power_of_t[d - static_cast<std::size_t>(std::popcount(b))];
    for (std::size_t bit = 1; bit < n_patterns; bit *= 2)
      for (std::size_t b = 0; b < n_patterns; ++b)
        if (!(b & bit)) above_[b] += above_[b | bit];
    for (std::size_t pattern = 0; pattern < n_patterns; ++pattern) {
      const std::size_t needed = full ^ pattern;
      if (above_[needed] == 0) continue;
      const double share = shares[static_cast<std::size_t>(std::popcount(needed))];
      double* to = &rows_[leaf.first_row + pattern * n_columns];
      for (std::size_t i = 0; i < d; ++i)
        *to++ += pattern >> i & 1
                     ? share / t * (above_[needed] - above_[needed | std::size_t{1} << i])
                     : -share / (1 - t) * above_[needed];
      if (pairs_) add_pairs(pattern, d, share, t, to);
    }
  }
}

void PatternTables::add_pairs(std::size_t pattern, std::size_t d, double share, double t,
                              double* to) const {
  const std::size_t needed = ((std::size_t{1} << d) - 1) ^ pattern;
  for (std::size_t i = 1; i < d; ++i)
    for (std::size_t j = 0; j < i; ++j, ++to) {
      const std::size_t with_i = needed | std::size_t{1} << i,
                        with_j = needed | std::size_t{1} << j;
      const bool own_i = pattern >> i & 1, own_j = pattern >> j & 1;
      double sum = above_[needed];
      if (own_i) sum -= above_[with_i];
      if (own_j) sum -= above_[with_j];
      if (own_i && own_j) sum += above_[with_i | with_j];
      *to += share * sum / ((own_i ? t : t - 1) * (own_j ? t : t - 1));
    }
}

std::vector<PatternTables> pattern_tables(const ShapPaths& paths, std::size_t n_background,
                                          bool pairs) {
  if (!is_small(paths.n_players_on_path(), n_background)) return {};
  const std::size_t d = paths.n_players_on_path();
  const std::size_t n_columns = d + (pairs ? d * (d + 1) / 2 : 0);
  const std::size_t leaf_bytes = std::max<std::size_t>(1, n_columns << d) * sizeof(double);
  const std::size_t step = std::max<std::size_t>(1, kTableBytes / leaf_bytes);
  const auto n_leaves =
      static_cast<std::size_t>(std::count_if(paths.edges().begin(), paths.edges().end(),
                                             [](const ShapEdge& edge) { return edge.n_up > 0; }));
  std::vector<PatternTables> tables;
  for (std::size_t first = 0; first == 0 || first < n_leaves; first += step)
    tables.emplace_back(paths, first, std::min(first + step, n_leaves), pairs);
  return tables;
}

}  // namespace spinney
