#include "predict/symmetric_trees.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "base/round_down.h"
#include "predict/compiled.h"

namespace spinney {
namespace {

constexpr std::size_t kSymmetricLine = 32;   // rows per vector
constexpr std::size_t kSymmetricRows = 128;  // rows per block
constexpr std::size_t kSymmetricGroup = 8;   // trees whose values are added at once
// Ranks are bytes: missing, or kLowestRank plus the number of smaller thresholds.
constexpr int kMissingRank = -128, kLowestRank = -127;
constexpr std::size_t kMaxThresholds = 254;
// Up to this number of thresholds, comparing with all of them is faster than bisection.
constexpr std::size_t kLinearRanks = 64;

#define SPINNEY_KERNEL "predict/symmetric_kernel.h"
#include "base/each_target.h"

void rank_cells(const float* cells, const std::vector<float>& thresholds, std::int8_t* ranks) {
  static const auto rank = SPINNEY_SELECT(rank_narrow);
  rank(cells, thresholds.data(), thresholds.size(), ranks);
}

void rank_cells(const double* cells, const std::vector<double>& thresholds, std::int8_t* ranks) {
  static const auto rank = SPINNEY_SELECT(rank_wide);
  rank(cells, thresholds.data(), thresholds.size(), ranks);
}

// A node of each level; empty if the tree is not symmetric or too deep.
std::optional<std::vector<std::size_t>> level_nodes(const Tree& tree) {
  std::vector<std::size_t> depth(tree.size()), nodes;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    if (tree.kind[i] != NodeKind::number || depth[i] == SymmetricTrees::kMaxDepth)
      return std::nullopt;
    if (depth[i] == nodes.size()) nodes.push_back(i);
    const std::size_t node = nodes[depth[i]];
    if (tree.feature[i] != tree.feature[node] || tree.threshold[i] != tree.threshold[node])
      return std::nullopt;
    for (std::size_t c = 0; c < 2; ++c)
      depth[static_cast<std::size_t>(tree.first_child[i]) + c] = depth[i] + 1;
  }
  return nodes;
}

}  // namespace

std::optional<SymmetricTrees> SymmetricTrees::compile(const std::vector<const Tree*>& trees) {
  SymmetricTrees compiled;
  std::vector<std::vector<std::size_t>> level_nodes_of;
  for (const Tree* tree : trees) {
    if (!is_plain(*tree)) return std::nullopt;
    auto nodes = level_nodes(*tree);
    if (!nodes) return std::nullopt;
    level_nodes_of.push_back(std::move(*nodes));
  }
  if (!trees.empty()) compiled.width_ = trees[0]->value_width();
  compiled.slots_ = collect_slots(trees);
  compiled.thresholds_.resize(compiled.slots_.numbers.size());
  for (std::size_t i = 0; i < trees.size(); ++i)
    for (const std::size_t node : level_nodes_of[i])
      compiled.thresholds_[compiled.slots_.number_slot[trees[i]->feature[node]]].push_back(
          trees[i]->threshold[node]);
  for (std::uint32_t slot = 0; slot < compiled.thresholds_.size(); ++slot)
    compiled.add_columns(slot);
  for (std::size_t i = 0; i < trees.size(); ++i) {
    Member member{level_nodes_of[i].size(), compiled.nodes_.size(), {}};
    for (std::size_t k = 0; k < member.depth; ++k)
      member.levels[k] = compiled.level_of(*trees[i], level_nodes_of[i][k]);
    compiled.add_exceptions(member, *trees[i]);
    compiled.add_leaves(member, *trees[i]);
    compiled.members_.push_back(member);
  }
  if (std::any_of(trees.begin(), trees.end(), [](const Tree* t) { return has_linear_leaves(*t); }))
    for (const Tree* tree : trees) compiled.linear_.emplace_back(*tree, compiled.slots_);
  return compiled;
}

void SymmetricTrees::add_columns(std::uint32_t slot) {
  std::vector<double>& all = thresholds_[slot];
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  first_column_.push_back(static_cast<std::uint32_t>(columns_.size()));
  for (std::size_t begin = 0; begin < all.size(); begin += kMaxThresholds) {
    const std::size_t n = std::min(kMaxThresholds, all.size() - begin);
    RankColumn column{slot, {&all[begin], &all[begin] + n}, {}};
    if (n > kLinearRanks)
      column.wide.resize((std::size_t{1} << std::bit_width(n)) - 1,
                         std::numeric_limits<double>::infinity());
    for (const double x : column.wide) column.narrow.push_back(round_down<float>(x));
    columns_.push_back(std::move(column));
  }
}

auto SymmetricTrees::level_of(const Tree& tree, std::size_t node) const -> Level {
  const std::uint32_t slot = slots_.number_slot[tree.feature[node]];
  const std::vector<double>& all = thresholds_[slot];
  const auto at = static_cast<std::size_t>(
      std::lower_bound(all.begin(), all.end(), tree.threshold[node]) - all.begin());
  return {first_column_[slot] + static_cast<std::uint32_t>(at / kMaxThresholds),
          static_cast<std::int8_t>(kLowestRank + static_cast<int>(at % kMaxThresholds)), false, 0,
          0};
}

// Finds the side that most nodes of a level send missing values to, and the other nodes.
void SymmetricTrees::add_exceptions(Member& member, const Tree& tree) {
  std::vector<std::uint8_t> sides[kMaxDepth][2];
  std::vector<std::size_t> depth(tree.size()), path(tree.size());
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] == NodeKind::leaf) continue;
    const bool right = !*goes_left(tree, i, SplitResult::missing);
    sides[depth[i]][right].push_back(static_cast<std::uint8_t>(path[i]));
    for (std::size_t c = 0; c < 2; ++c) {
      const std::size_t child = static_cast<std::size_t>(tree.first_child[i]) + c;
      depth[child] = depth[i] + 1;
      path[child] = 2 * path[i] + c;
    }
  }
  for (std::size_t k = 0; k < member.depth; ++k) {
    Level& level = member.levels[k];
    level.missing_right = sides[k][1].size() > sides[k][0].size();
    const std::vector<std::uint8_t>& others = sides[k][!level.missing_right];
    level.first_exception = static_cast<std::uint32_t>(exceptions_.size());
    level.n_exceptions = static_cast<std::uint8_t>(others.size());
    exceptions_.insert(exceptions_.end(), others.begin(), others.end());
  }
}

// A leaf above the last level is repeated.
void SymmetricTrees::add_leaves(const Member& member, const Tree& tree) {
  for (std::size_t path = 0; path < std::size_t{1} << member.depth; ++path) {
    std::size_t node = 0;
    for (std::size_t k = member.depth; tree.kind[node] != NodeKind::leaf;)
      node = static_cast<std::size_t>(tree.first_child[node]) + (path >> --k & 1);
    values_.insert(values_.end(), &tree.value[node * width_], &tree.value[node * width_] + width_);
    nodes_.push_back(static_cast<std::int32_t>(node));
  }
}

std::vector<std::uint32_t> SymmetricTrees::columns_of(std::size_t first, std::size_t last) const {
  std::vector<std::uint8_t> used(columns_.size());
  for (std::size_t i = first; i < last; ++i)
    for (std::size_t k = 0; k < members_[i].depth; ++k) used[members_[i].levels[k].column] = 1;
  std::vector<std::uint32_t> columns;
  for (std::uint32_t c = 0; c < columns_.size(); ++c)
    if (used[c]) columns.push_back(c);
  return columns;
}

template <class Cell>
void SymmetricTrees::rank(const RowBlock<Cell>& block, const std::vector<std::uint32_t>& columns,
                          std::size_t n, Ranks& ranks) const {
  for (const std::uint32_t c : columns) {
    std::int8_t* to = &ranks.cells[c * kSymmetricRows];
    const Cell* cells = block.numbers(columns_[c].slot);
    for (std::size_t row = 0; row < n; row += kSymmetricLine)
      rank_cells(cells + row, columns_[c].thresholds(Cell{}), to + row);
    ranks.missing[c] = block.has_missing() && std::find(to, to + n, kMissingRank) != to + n;
  }
}

// Calls take(row, n, ranks, block) for blocks while their numbers fit Cell. Returns the first row
// of the others.
template <class Cell, class Take>
std::size_t SymmetricTrees::each_block(const Table& table,
                                       const std::vector<std::uint32_t>& columns, std::size_t begin,
                                       std::size_t end, Take&& take) const {
  const std::size_t most = (std::min(kSymmetricRows, end - begin) + kSymmetricLine - 1) /
                           kSymmetricLine * kSymmetricLine;
  RowBlock<Cell> block(slots_, most);
  Ranks ranks{std::vector<std::int8_t>(columns_.size() * kSymmetricRows),
              std::vector<std::uint8_t>(columns_.size())};
  for (std::size_t row = begin; row < end; row += kSymmetricRows) {
    const std::size_t n = std::min(kSymmetricRows, end - row);
    if (!block.fill(table, row, n)) return row;
    rank(block, columns, n, ranks);
    take(row, n, ranks, block);
  }
  return end;
}

template <class Take>
void SymmetricTrees::run(const Table& table, std::size_t first, std::size_t last, std::size_t begin,
                         std::size_t end, Take&& take) const {
  const std::vector<std::uint32_t> columns = columns_of(first, last);
  begin = each_block<float>(table, columns, begin, end, take);
  if (begin < end) each_block<double>(table, columns, begin, end, take);
}

void SymmetricTrees::find_leaves(const Ranks& ranks, std::size_t i, std::size_t n,
                                 std::uint8_t* leaves) const {
  static const auto find = SPINNEY_SELECT(find_symmetric);
  find(members_[i].levels, members_[i].depth, exceptions_.data(), ranks.cells.data(),
       ranks.missing.data(), (n + kSymmetricLine - 1) / kSymmetricLine, leaves);
}

// Adds the values of tree i, which may have linear leaves.
template <class Cell>
void SymmetricTrees::add_linear(const RowBlock<Cell>& block, const Ranks& ranks, std::size_t i,
                                std::size_t n, double* scores) const {
  std::uint8_t leaves[kSymmetricRows];
  find_leaves(ranks, i, n, leaves);
  const Member& member = members_[i];
  if (!linear_[i].any()) {
    for (std::size_t r = 0; r < n; ++r) scores[r] += values_[member.first_leaf + leaves[r]];
    return;
  }
  const std::int32_t* nodes = &nodes_[member.first_leaf];
  for (std::size_t r = 0; r < n; ++r)
    scores[r] += linear_[i].value(static_cast<std::size_t>(nodes[leaves[r]]), block, r);
}

void SymmetricTrees::add(const Table& table, std::size_t first, std::size_t last, std::size_t begin,
                         std::size_t end, std::size_t n_scores, double* scores) const {
  static const auto add_group = SPINNEY_SELECT(add_symmetric);
  run(table, first, last, begin, end,
      [&](std::size_t row, std::size_t n, const Ranks& ranks, const auto& block) {
        if (width_ > 1) return add_vectors(ranks, first, last, n, scores + row, table.n_rows);
        if (!linear_.empty()) {
          for (std::size_t i = first; i < last; ++i)
            add_linear(block, ranks, i, n, scores + i % n_scores * table.n_rows + row);
          return;
        }
        std::uint8_t leaves[kSymmetricGroup * kSymmetricRows];
        const double* values[kSymmetricGroup];
        for (std::size_t i = first; i < std::min(last, first + n_scores); ++i) {
          double* to = scores + i % n_scores * table.n_rows + row;
          for (std::size_t tree = i; tree < last;) {
            std::size_t t = 0;
            for (; t < kSymmetricGroup && tree < last; ++t, tree += n_scores) {
              find_leaves(ranks, tree, n, leaves + t * kSymmetricRows);
              values[t] = &values_[members_[tree].first_leaf];
            }
            if (t == kSymmetricGroup) {
              add_group(values, leaves, n, to);
              continue;
            }
            for (std::size_t k = 0; k < t; ++k)
              for (std::size_t r = 0; r < n; ++r)
                to[r] += values[k][leaves[k * kSymmetricRows + r]];
          }
        }
      });
}

// Adds trees with a value per score; stride: of the scores of a row.
void SymmetricTrees::add_vectors(const Ranks& ranks, std::size_t first, std::size_t last,
                                 std::size_t n, double* scores, std::size_t stride) const {
  std::uint8_t leaves[kSymmetricRows];
  for (std::size_t i = first; i < last; ++i) {
    find_leaves(ranks, i, n, leaves);
    const double* values = &values_[members_[i].first_leaf * width_];
    for (std::size_t k = 0; k < width_; ++k)
      for (std::size_t r = 0; r < n; ++r) scores[k * stride + r] += values[leaves[r] * width_ + k];
  }
}

void SymmetricTrees::find_nodes(const Table& table, std::size_t first, std::size_t last,
                                std::size_t begin, std::size_t end, std::int32_t* nodes) const {
  run(table, first, last, begin, end,
      [&](std::size_t row, std::size_t n, const Ranks& ranks, const auto&) {
        std::uint8_t leaves[kSymmetricRows];
        for (std::size_t i = first; i < last; ++i) {
          find_leaves(ranks, i, n, leaves);
          for (std::size_t r = 0; r < n; ++r)
            nodes[(row + r) * (last - first) + i - first] =
                nodes_[members_[i].first_leaf + leaves[r]];
        }
      });
}

}  // namespace spinney
