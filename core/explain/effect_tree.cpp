#include "explain/effect_tree.h"

#include <algorithm>

#include "base/clones.h"

namespace spinney {
namespace {

// The rows of a block in some ranges of cells.
inline RowSet rows_in(const RowSet* below, const CellRange* ranges, std::size_t n) {
  RowSet rows{};
  for (const CellRange* r = ranges; r < ranges + n; ++r)
    for (std::size_t w = 0; w < kBlockWords; ++w)
      rows.word[w] |= below[r->last].word[w] ^ below[r->first].word[w];
  return rows;
}

inline double count_rows(const RowSet& rows) {
  std::uint64_t n = 0;
  for (const std::uint64_t word : rows.word)
    n += static_cast<std::uint64_t>(__builtin_popcountll(word));
  return static_cast<double>(n);
}

inline double sum_weights(const RowSet& rows, const double* byte_sums) {
  double sum = 0;
  for (const std::uint64_t word : rows.word)
    for (std::size_t byte = 0; byte < 8; ++byte, byte_sums += 256)
      sum += byte_sums[word >> (8 * byte) & 255];
  return sum;
}

struct Walk {
  const EffectEdge* edges;
  std::size_t n_edges, max_sets;
  const CellRange* ranges;
  const FreeSet* sets;
  const std::size_t* place;
  double* weights;
  RowSet* levels;  // levels x sets
};

// Follows all paths with the rows of their sets; skips edges that no row follows.
SPINNEY_CLONES void run(const Walk& walk, const RowBlock& block) {
  for (std::size_t e = 0; e < walk.n_edges;) {
    const EffectEdge& edge = walk.edges[e];
    const RowSet* above = walk.levels + (edge.level - 1) * walk.max_sets;
    RowSet* here = walk.levels + edge.level * walk.max_sets;
    const FreeSet* sets = walk.sets + edge.first_set;
    const RowSet follow =
        rows_in(block.below + walk.place[e], walk.ranges + edge.first_range, edge.n_ranges);
    RowSet any{};
    for (std::size_t s = 0; s < edge.n_sets; ++s) {
      const RowSet& from = above[sets[s].from];
      const std::uint64_t free = sets[s].contains(edge.feature) ? ~std::uint64_t{0} : 0;
      for (std::size_t w = 0; w < kBlockWords; ++w) {
        here[s].word[w] = from.word[w] & (follow.word[w] | free);
        any.word[w] |= here[s].word[w];
      }
    }
    std::uint64_t some = 0;
    for (std::size_t w = 0; w < kBlockWords; ++w) some |= any.word[w];
    if (some == 0) {
      e = edge.end;
      continue;
    }
    if (edge.leaf)
      for (std::size_t s = 0; s < edge.n_sets; ++s)
        walk.weights[edge.first_set + s] += block.byte_sums == nullptr
                                                ? count_rows(here[s])
                                                : sum_weights(here[s], block.byte_sums);
    ++e;
  }
}

}  // namespace

EffectTargets::EffectTargets(std::size_t n_features, std::vector<std::uint32_t> features_,
                             std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_)
    : features(std::move(features_)), pairs(std::move(pairs_)), index(n_features, kNoFeature) {
  for (std::uint32_t i = 0; i < features.size(); ++i) index[features[i]] = i;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = std::minmax(pairs[i].first, pairs[i].second);
    pair_index_[std::uint64_t{a} << 32 | b] = i;
  }
}

std::uint32_t EffectTargets::pair_index(std::uint32_t a, std::uint32_t b) const {
  const auto found = pair_index_.find(std::uint64_t{std::min(a, b)} << 32 | std::max(a, b));
  return found == pair_index_.end() ? kNoFeature : found->second;
}

// Appends an edge and the sets at its child. path: the edge into each level above.
void EffectTree::add_edge(const EffectEdge& edge, const std::vector<CellRange>& ranges,
                          std::vector<EffectEdge>& path, const EffectTargets& targets) {
  const auto first = static_cast<std::uint32_t>(sets_.size());
  const EffectEdge above = edge.level == 1 ? EffectEdge{} : path[edge.level - 1];
  std::vector<FreeSet> sets(1);
  if (edge.level > 1)
    sets.assign(sets_.begin() + above.first_set, sets_.begin() + above.first_set + above.n_sets);
  const std::size_t n_above = sets.size();
  for (std::uint32_t s = 0; s < n_above; ++s) sets[s].from = s;
  const bool seen = std::any_of(sets.begin(), sets.end(),
                                [&](const FreeSet& set) { return set.contains(edge.feature); });
  for (std::uint32_t s = 0; s < n_above && !seen; ++s) {
    if (sets[s].a == kNoFeature && targets.index[edge.feature] != kNoFeature)
      sets.push_back({edge.feature, kNoFeature, s});
    else if (sets[s].a != kNoFeature && sets[s].b == kNoFeature &&
             targets.pair_index(sets[s].a, edge.feature) != kNoFeature)
      sets.push_back({sets[s].a, edge.feature, s});
  }
  sets_.insert(sets_.end(), sets.begin(), sets.end());
  max_sets_ = std::max(max_sets_, sets.size());
  n_levels_ = std::max<std::size_t>(n_levels_, edge.level);
  edges_.push_back(edge);
  EffectEdge& added = edges_.back();
  added.first_set = first;
  added.n_sets = static_cast<std::uint32_t>(sets.size());
  added.first_range = static_cast<std::uint32_t>(ranges_.size());
  added.n_ranges = static_cast<std::uint32_t>(ranges.size());
  ranges_.insert(ranges_.end(), ranges.begin(), ranges.end());
  path.resize(edge.level);
  path.push_back(added);
}

bool EffectTree::prepare(const Tree& tree, const FeatureCells& cells, const CellRows& rows,
                         const EffectTargets& targets) {
  struct Open {
    EffectEdge edge;
    std::vector<CellRange> ranges;
  };
  std::vector<Open> stack;
  std::vector<std::vector<CellRange>> child_cells;
  const auto open_children = [&](std::uint32_t node, std::uint32_t level) {
    const auto feature = static_cast<std::uint32_t>(tree.feature[node]);
    if (!cells.split_cells(tree, node, rows.occurs(feature), child_cells)) return false;
    for (std::uint32_t c = tree.n_children[node] + 1; c-- > 0;) {
      const bool stop = c == tree.n_children[node];
      const std::uint32_t to = stop ? node : tree.first_child[node] + c;
      if (child_cells[c].empty()) continue;
      const bool leaf = stop || tree.kind[to] == NodeKind::leaf;
      stack.push_back({{to, level, 0, feature, 0, 0, 0, 0, leaf}, std::move(child_cells[c])});
    }
    return true;
  };
  if (tree.kind[0] != NodeKind::leaf && !open_children(0, 1)) return false;
  std::vector<EffectEdge> path(1);
  while (!stack.empty()) {
    const Open open = std::move(stack.back());
    stack.pop_back();
    add_edge(open.edge, open.ranges, path, targets);
    place_.push_back(rows.first_cell(open.edge.feature));
    if (!open.edge.leaf && !open_children(open.edge.node, open.edge.level + 1)) return false;
  }
  // The edges below an edge end where the next one is not deeper.
  std::vector<std::uint32_t> last;
  for (std::uint32_t e = 0; e <= edges_.size(); ++e) {
    const std::uint32_t level = e < edges_.size() ? edges_[e].level : 0;
    for (; !last.empty() && edges_[last.back()].level >= level; last.pop_back())
      edges_[last.back()].end = e;
    last.push_back(e);
  }
  weights_.resize(sets_.size());
  return true;
}

void EffectTree::add_rows(const RowBlock& block, std::vector<RowSet>& memory) {
  if (memory.size() < (n_levels_ + 1) * max_sets_) memory.resize((n_levels_ + 1) * max_sets_);
  memory[0] = block.rows;
  run({edges_.data(), edges_.size(), max_sets_, ranges_.data(), sets_.data(), place_.data(),
       weights_.data(), memory.data()},
      block);
}

std::vector<CellRange> EffectTree::ranges(const EffectEdge& edge) const {
  const auto first = ranges_.begin() + edge.first_range;
  return {first, first + edge.n_ranges};
}

std::size_t EffectTree::n_bytes() const {
  return edges_.size() * (sizeof(EffectEdge) + sizeof(std::size_t)) +
         ranges_.size() * sizeof(CellRange) + sets_.size() * (sizeof(FreeSet) + sizeof(double));
}

}  // namespace spinney
