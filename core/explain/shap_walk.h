// The vectorized part of ShapLanes, a kernel of base/each_target.h.

using Numbers = LaneNumbers::Vector;
using Words = LaneWords::Vector;

// x - kZero is x in all lanes.
constexpr Numbers kZero{};

// kPoints, kWidth: the numbers of points and of values of a leaf; 0: not known when compiling.
template <int kPoints, int kWidth, bool kPairs>
struct Walk : ShapWalk {
  explicit Walk(const ShapWalk& walk) : ShapWalk(walk) {
    if (kPoints > 0) n = kPoints;
    if (kWidth > 0) width = kWidth;
  }

  void run() {
    for (std::size_t e = 0; e < n_edges; ++e) {
      enter(e);
      const ShapEdge& edge = edges[e];
      if (edge.n_up == 0) continue;
      add_leaf(edge);
      for (std::uint32_t up = 0; up < edge.n_up; ++up) leave(edge.level - up);
    }
  }

  void enter(std::size_t e) {
    const ShapEdge& edge = edges[e];
    const double *stay = factors + e * 3 * n, *leave = stay + n, *ratio_on = leave + n;
    const Words before = levels[edge.previous].on.v;
    const Words after = before & (decision[edge.split].v == static_cast<std::int64_t>(edge.child));
    levels[edge.previous].superseded = true;
    levels[edge.level].on.v = after;
    levels[edge.level].edge = static_cast<std::uint32_t>(e);
    levels[edge.level].superseded = false;
    const LaneNumbers* above = product + (edge.level - 1) * n;
    LaneNumbers* to = product + edge.level * n;
    LaneNumbers* to_ratio = ratio + edge.level * n;
    for (std::size_t k = 0; k < n; ++k) {
      const Numbers on = after ? stay[k] - kZero : leave[k] - kZero;
      to[k].v = above[k].v * (before ? on : edge.share - kZero);
      to_ratio[k].v = after ? ratio_on[k] - kZero : ratio_off[k] - kZero;
    }
    LaneNumbers* sum = below + edge.level * n * width;
    if (edge.n_up == 0)
      for (std::size_t i = 0; i < n * width; ++i) sum[i].v = kZero;
  }

  void add_leaf(const ShapEdge& edge) {
    const double* value = values + edge.node * width;
    const LaneNumbers* from = product + edge.level * n;
    LaneNumbers* to = below + edge.level * n * width;
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < width; ++j) to[k * width + j].v = from[k].v * value[j];
  }

  // Credits the edge into this level, and adds its sums to the level above.
  void leave(std::size_t level) {
    const ShapEdge& edge = edges[levels[level].edge];
    const std::size_t slot = sums.slot[edge.player];
    levels[edge.previous].superseded = false;
    const LaneNumbers* own = ratio + level * n;
    const LaneNumbers* earlier = ratio + edge.previous * n;
    const LaneNumbers* from = below + level * n * width;
    LaneNumbers* to = below + (level - 1) * n * width;
    for (std::size_t j = 0; j < width; ++j) {
      Numbers sum = kZero;
      for (std::size_t k = 0; k < n; ++k) {
        const Numbers leaves = from[k * width + j].v;
        const Numbers added = leaves * (own[k].v - earlier[k].v);
        sum += added;
        to[k * width + j].v += leaves;
        if (kPairs) gain[k].v = added;
      }
      sums.values[slot * sums.n_outputs + sums.first_output + j].v += sum;
      if (kPairs) add_pairs(level, edge, j);
    }
  }

  // Adds the interactions of the edge with the other players of its path.
  void add_pairs(std::size_t level, const ShapEdge& edge, std::size_t j) {
    LaneNumbers* row = sums.pairs + sums.slot[edge.player] * sums.n_slots * sums.n_outputs;
    for (std::size_t above = level - 1; above > 0; --above) {
      if (levels[above].superseded || above == edge.previous) continue;
      const LaneNumbers* other = ratio + above * n;
      Numbers sum = kZero;
      for (std::size_t k = 0; k < n; ++k) sum += gain[k].v * other[k].v;
      const std::size_t slot = sums.slot[edges[levels[above].edge].player];
      row[slot * sums.n_outputs + sums.first_output + j].v += sum;
    }
  }
};

inline void run(const ShapWalk& walk) {
  if (walk.sums.pairs != nullptr) return Walk<0, 0, true>(walk).run();
  if (walk.width > 1) return Walk<0, 0, false>(walk).run();
  switch (walk.n) {
    case 1: return Walk<1, 1, false>(walk).run();
    case 2: return Walk<2, 1, false>(walk).run();
    case 3: return Walk<3, 1, false>(walk).run();
    case 4: return Walk<4, 1, false>(walk).run();
    default: return Walk<0, 1, false>(walk).run();
  }
}

// The child of eight rows at each split that compares numbers; -1 for missing numbers without one.
inline void decide_numbers(const ShapSplit* splits, std::size_t n_splits, const LaneNumbers* cells,
                           std::size_t cells_per_slot, const std::uint32_t* slot,
                           LaneWords* child) {
  for (std::size_t i = 0; i < n_splits; ++i) {
    const Numbers x = cells[slot[splits[i].feature] * cells_per_slot].v;
    const Words right = -(x > splits[i].threshold);
    child[i].v = x == x ? right : splits[i].missing_child - Words{};
  }
}
