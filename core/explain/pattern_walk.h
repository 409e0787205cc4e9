// The vectorized part of PatternLanes, a kernel of base/each_target.h.

using Numbers = LaneNumbers::Vector;
using Words = LaneWords::Vector;

// Calls use(leaf, pattern) for every leaf.
template <class Use>
inline void each_leaf(const PatternWalk& walk, Use&& use) {
  PatternLevel* levels = walk.levels;
  for (std::size_t e = 0; e < walk.n_edges; ++e) {
    const PatternEdge& edge = walk.edges[e];
    const Words bit = static_cast<std::int64_t>(edge.bit) - Words{};
    const Words after = levels[edge.previous].on.v &
                        (walk.child[edge.split].v == static_cast<std::int64_t>(edge.child));
    const Words above = levels[edge.level - 1].pattern.v;
    const Words pattern = edge.previous == 0 ? above | (after & bit) : above & (after | ~bit);
    levels[edge.level].on.v = after;
    levels[edge.level].pattern.v = pattern;
    if (edge.leaf >= 0) use(walk.leaves[edge.leaf], pattern & walk.active.v);
  }
}

inline void count(const PatternWalk& walk, const LaneNumbers& weight, double* counts) {
  each_leaf(walk, [&](const PatternLeaf& leaf, const Words& pattern) {
    for (int lane = 0; lane < 8; ++lane)
      counts[leaf.first_count + static_cast<std::size_t>(pattern[lane])] += weight.v[lane];
  });
}

inline void add_column(const PatternWalk& walk, const double* const* row, std::size_t column,
                       const double* value, LaneNumbers* to) {
  const Numbers found = {row[0][column], row[1][column], row[2][column], row[3][column],
                         row[4][column], row[5][column], row[6][column], row[7][column]};
  const Numbers share = walk.active.v ? found : Numbers{};
  for (std::size_t j = 0; j < walk.width; ++j) to[j].v += share * value[j];
}

inline void add(const PatternWalk& walk, const ShapSums& sums) {
  each_leaf(walk, [&](const PatternLeaf& leaf, const Words& pattern) {
    const std::size_t d = leaf.n_players;
    const std::size_t n_columns = d + (walk.pairs ? d * (d - 1) / 2 : 0);
    const double* row[8];
    for (int lane = 0; lane < 8; ++lane)
      row[lane] = walk.rows + leaf.first_row + static_cast<std::size_t>(pattern[lane]) * n_columns;
    const double* value = walk.values + leaf.node * walk.width;
    const std::uint32_t* player = walk.players + leaf.first_player;
    for (std::size_t i = 0; i < d; ++i)
      add_column(walk, row, i, value,
                 sums.values + sums.slot[player[i]] * sums.n_outputs + sums.first_output);
    if (!walk.pairs) return;
    std::size_t column = d;
    for (std::size_t i = 1; i < d; ++i)
      for (std::size_t j = 0; j < i; ++j)
        add_column(
            walk, row, column++, value,
            sums.pairs +
                (sums.slot[player[i]] * sums.n_slots + sums.slot[player[j]]) * sums.n_outputs +
                sums.first_output);
  });
}
