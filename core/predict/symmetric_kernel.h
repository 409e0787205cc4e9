// The vectorized part of SymmetricTrees, a kernel of base/each_target.h.

// Ranks of a line of cells: kLowestRank plus the number of thresholds below the cell, which are n
// in ascending order.
template <class Cell>
void rank_line(const Cell* cells, const Cell* thresholds, std::size_t n, std::int8_t* ranks) {
  using Cells = typename Lanes<Cell>::Cells;
  typedef std::make_signed_t<typename Lanes<Cell>::Word> Count;
  typedef Count Counts __attribute__((vector_size(Lanes<Cell>::kBytes)));
  constexpr std::size_t kLanes = Lanes<Cell>::kCount, kVectors = kSymmetricLine / kLanes;
  Cells x[kVectors];
  Counts count[kVectors];
  for (std::size_t i = 0; i < kVectors; ++i) {
    __builtin_memcpy(&x[i], cells + i * kLanes, sizeof x[i]);
    count[i] = kLowestRank + reinterpret_cast<Counts>(x[i] != x[i]);
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < kVectors; ++i)
      count[i] -= reinterpret_cast<Counts>(x[i] > thresholds[k]);
  for (std::size_t i = 0; i < kVectors; ++i)
    for (std::size_t j = 0; j < kLanes; ++j)
      ranks[i * kLanes + j] = static_cast<std::int8_t>(count[i][j]);
}

// The same by bisection; n is one less than a power of 2.
template <class Cell>
void bisect_line(const Cell* cells, const Cell* thresholds, std::size_t n, std::int8_t* ranks) {
  std::uint32_t below[kSymmetricLine] = {};
  for (std::uint32_t step = static_cast<std::uint32_t>(n + 1) / 2; step > 0; step /= 2)
    for (std::size_t r = 0; r < kSymmetricLine; ++r)
      below[r] += step * (cells[r] > thresholds[below[r] + step - 1]);
  for (std::size_t r = 0; r < kSymmetricLine; ++r)
    ranks[r] = static_cast<std::int8_t>(
        cells[r] != cells[r] ? kMissingRank : kLowestRank + static_cast<int>(below[r]));
}

inline void rank_narrow(const float* cells, const float* thresholds, std::size_t n,
                        std::int8_t* ranks) {
  n <= kLinearRanks ? rank_line(cells, thresholds, n, ranks)
                    : bisect_line(cells, thresholds, n, ranks);
}

inline void rank_wide(const double* cells, const double* thresholds, std::size_t n,
                      std::int8_t* ranks) {
  n <= kLinearRanks ? rank_line(cells, thresholds, n, ranks)
                    : bisect_line(cells, thresholds, n, ranks);
}

typedef std::int8_t RankLine __attribute__((vector_size(kSymmetricLine)));
typedef std::uint8_t LeafLine __attribute__((vector_size(kSymmetricLine)));

// Leaves of a block of rows, as bits of the levels from the root on. `ranks` are columns x
// kSymmetricRows; columns marked in `missing` have missing values.
inline void find_symmetric(const SymmetricTrees::Level* levels, std::size_t depth,
                           const std::uint8_t* exceptions, const std::int8_t* ranks,
                           const std::uint8_t* missing, std::size_t n_lines, std::uint8_t* leaves) {
  for (std::size_t line = 0; line < n_lines; ++line) {
    LeafLine leaf = {};
    for (std::size_t k = 0; k < depth; ++k) {
      const SymmetricTrees::Level& level = levels[k];
      RankLine rank;
      __builtin_memcpy(&rank, ranks + level.column * kSymmetricRows + line * kSymmetricLine,
                       sizeof rank);
      RankLine right = rank > level.rank;
      if (missing[level.column]) {
        RankLine to_right = RankLine{} - static_cast<std::int8_t>(level.missing_right);
        for (std::size_t e = 0; e < level.n_exceptions; ++e)
          to_right ^= leaf == exceptions[level.first_exception + e];
        right |= (rank == static_cast<std::int8_t>(kMissingRank)) & to_right;
      }
      leaf = leaf + leaf - reinterpret_cast<LeafLine>(right);
    }
    __builtin_memcpy(leaves + line * kSymmetricLine, &leaf, sizeof leaf);
  }
}

// Adds the values of kSymmetricGroup trees in order to n scores; leaves are trees x kSymmetricRows.
inline void add_symmetric(const double* const* values, const std::uint8_t* leaves, std::size_t n,
                          double* scores) {
  for (std::size_t r = 0; r < n; ++r) {
    double score = scores[r];
#pragma GCC unroll 8
    for (std::size_t t = 0; t < kSymmetricGroup; ++t)
      score += values[t][leaves[t * kSymmetricRows + r]];
    scores[r] = score;
  }
}
