// Compilation of trees, and prediction by blocks of rows.
#include "predict/ensemble.h"

#include <algorithm>

#include "base/error.h"
#include "base/pool.h"
#include "predict/compiled.h"
#include "predict/interpreter.h"

namespace spinney {
namespace {

constexpr std::size_t kTaskRows = 512;
constexpr std::size_t kBlockRows =
    std::max(LeafMasks<float>::kWideBlock, LeafMasks<double>::kWideBlock);
// Rows x trees below which more threads do not pay off.
constexpr std::size_t kSerialWork = 100'000;
// Size of the row blocks that are processed while a large tree is in the cache.
constexpr std::size_t kHeldBytes = 128 * 1024;

}  // namespace

Ensemble::Ensemble(std::vector<const Tree*> trees, std::size_t n_scores)
    : n_scores_(n_scores),
      n_features_(trees.empty() ? 0 : trees[0]->n_features),
      width_(trees.empty() ? 1 : trees[0]->value_width()),
      members_(trees.size()) {
  require(n_scores > 0, "an ensemble has at least one score");
  std::vector<const Tree*> plain;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    require(trees[i]->value_width() == width_ && (width_ == 1 || width_ == n_scores),
            "the trees of an ensemble have one value per node, or one per score");
    require(trees[i]->n_features == n_features_,
            "the trees of the ensemble differ in the number of features");
    members_[i].tree = trees[i];
    if (is_plain(*trees[i])) plain.push_back(trees[i]);
  }
  symmetric_ = SymmetricTrees::compile(trees);
  if (symmetric_) return;
  const auto has_more_leaves = [&](std::size_t n) {
    return std::any_of(plain.begin(), plain.end(),
                       [&](const Tree* t) { return count_leaves(*t) > n; });
  };
  narrow_ = !has_more_leaves(LeafMasks<float>::kMaxLeaves);
  has_compact_ = has_more_leaves(LeafMasks<double>::kMaxLeaves);
  slots_ = collect_slots(plain);
  for (Member& member : members_)
    if (is_plain(*member.tree)) compile(member);
}

void Ensemble::compile(Member& member) const {
  const Tree& tree = *member.tree;
  member.linear = LinearValues(tree, slots_);
  const std::size_t n_leaves = count_leaves(tree);
  if (n_leaves > LeafMasks<double>::kMaxLeaves) {
    member.compact.emplace(tree, slots_);
    return;
  }
  if (narrow_) member.narrow.emplace(tree, slots_);
  member.wide.emplace(tree, slots_);
  member.leaf_nodes.resize(n_leaves);
  member.leaf_values.resize(n_leaves * width_);
  const LeafOrder order(tree);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree.kind[i] != NodeKind::leaf) continue;
    member.leaf_nodes[order.first[i]] = static_cast<std::int32_t>(i);
    std::copy_n(&tree.value[i * width_], width_, &member.leaf_values[order.first[i] * width_]);
  }
}

// Adds the values of tree i to the scores of n rows from `row` on.
struct Ensemble::AddScores {
  const Table& table;
  std::size_t first, last;
  double* scores;
  std::size_t n_scores, width;
  Interpreter interpreter{table};

  // Value k of tree i.
  double* at(std::size_t i, std::size_t k, std::size_t row) const {
    return scores + (width == 1 ? i % n_scores : k) * table.n_rows + row;
  }

  void take_rows(const SymmetricTrees& trees, std::size_t begin, std::size_t end) const {
    trees.add(table, first, last, begin, end, n_scores, scores);
  }

  template <class Cell, class Place>
  void take(const Member& member, std::size_t i, const RowBlock<Cell>& block, std::size_t row,
            std::size_t n, Place&& place) const {
    const double* values = member.values();
    if (width == 1) {
      double* to = at(i, 0, row);
      if (member.linear.any()) {
        for (std::size_t r = 0; r < n; ++r)
          to[r] += member.linear.value(static_cast<std::size_t>(member.node(place(r))), block, r);
        return;
      }
#pragma GCC unroll 8
      for (std::size_t r = 0; r < n; ++r) to[r] += values[place(r)];
      return;
    }
    std::size_t places[kBlockRows];
    for (std::size_t r = 0; r < n; ++r) places[r] = place(r) * width;
    for (std::size_t k = 0; k < width; ++k) {
      double* to = at(i, k, row);
      for (std::size_t r = 0; r < n; ++r) to[r] += values[places[r] + k];
    }
  }

  void interpret(const Tree& tree, std::size_t i, std::size_t row, std::size_t n) const {
    std::vector<double> values(n * width);
    interpreter.predict(tree, row, row + n, values.data());
    for (std::size_t k = 0; k < width; ++k)
      for (std::size_t r = 0; r < n; ++r) at(i, k, row)[r] += values[r * width + k];
  }
};

// Stores the leaves of tree i.
struct Ensemble::FindLeaves {
  const Table& table;
  std::size_t first, last;
  std::int32_t* nodes;
  Interpreter interpreter{table};

  std::int32_t& at(std::size_t i, std::size_t row) const {
    return nodes[row * (last - first) + i - first];
  }

  void take_rows(const SymmetricTrees& trees, std::size_t begin, std::size_t end) const {
    trees.find_nodes(table, first, last, begin, end, nodes);
  }

  template <class Cell, class Place>
  void take(const Member& member, std::size_t i, const RowBlock<Cell>&, std::size_t row,
            std::size_t n, Place&& place) const {
    for (std::size_t r = 0; r < n; ++r) at(i, row + r) = member.node(place(r));
  }

  void interpret(const Tree& tree, std::size_t i, std::size_t row, std::size_t n) const {
    std::int64_t leaves[kBlockRows];
    interpreter.find_leaves(tree, row, row + n, leaves);
    for (std::size_t r = 0; r < n; ++r) at(i, row + r) = static_cast<std::int32_t>(leaves[r]);
  }
};

// Processes rows [begin, end) while their numbers fit Cell. Returns the first unprocessed row.
template <class Cell, class Sink>
std::size_t Ensemble::run_rows(const Sink& sink, std::size_t begin, std::size_t end) const {
  using Masks = LeafMasks<Cell>;
  const std::size_t width =
      end - begin <= 2 * Masks::kNarrowBlock ? Masks::kNarrowBlock : Masks::kWideBlock;
  const std::size_t block_bytes = slots_.numbers.size() * width * sizeof(Cell) + 1;
  const std::size_t needed = (end - begin + width - 1) / width;
  const std::size_t n_held =
      has_compact_ ? std::clamp<std::size_t>(kHeldBytes / block_bytes, 1, needed) : 1;
  std::vector<RowBlock<Cell>> blocks(n_held, RowBlock<Cell>(slots_, width));
  const auto rows_of = [&](std::size_t row) { return std::min(width, end - row); };

  for (std::size_t row = begin; row < end; row += n_held * width) {
    const std::size_t stop = std::min(end, row + n_held * width);
    for (std::size_t k = row; k < stop; k += width)
      if (!blocks[(k - row) / width].fill(sink.table, k, rows_of(k))) return row;
    for (std::size_t i = sink.first; i < sink.last; ++i)
      for (std::size_t k = row; k < stop; k += width)
        run_block(blocks[(k - row) / width], i, k, rows_of(k), sink);
  }
  return end;
}

template <class Cell, class Sink>
void Ensemble::run_block(const RowBlock<Cell>& block, std::size_t i, std::size_t row, std::size_t n,
                         const Sink& sink) const {
  const Member& member = members_[i];
  if (!member.wide && !member.compact) return sink.interpret(*member.tree, i, row, n);
  if constexpr (std::is_same_v<Cell, double>)
    if (member.compact) {
      std::uint32_t nodes[kBlockRows];
      member.compact->find_nodes(block, nodes);
      return sink.take(member, i, block, row, n, [&](std::size_t r) { return nodes[r]; });
    }
  typename LeafMasks<Cell>::Word remaining[kBlockRows];
  if constexpr (std::is_same_v<Cell, double>)
    member.wide->find_leaves(block, remaining);
  else
    member.narrow->find_leaves(block, remaining);
  sink.take(member, i, block, row, n,
            [&](std::size_t r) { return LeafMasks<Cell>::leftmost(remaining[r]); });
}

template <class Sink>
void Ensemble::run(int n_threads, Interrupt& interrupt, const Sink& sink) const {
  const std::size_t n_rows = sink.table.n_rows;
  const bool small = n_rows * (sink.last - sink.first) < kSerialWork;
  parallel_for(small ? 1 : n_threads, (n_rows + kTaskRows - 1) / kTaskRows, interrupt,
               [&](std::size_t task, int) {
                 std::size_t begin = task * kTaskRows;
                 const std::size_t end = std::min(n_rows, begin + kTaskRows);
                 if (symmetric_) return sink.take_rows(*symmetric_, begin, end);
                 if (narrow_) begin = run_rows<float>(sink, begin, end);
                 if (begin < end) run_rows<double>(sink, begin, end);
               });
}

void Ensemble::add(const Table& table, std::size_t first, std::size_t last, int n_threads,
                   Interrupt& interrupt, double* scores) const {
  run(n_threads, interrupt, AddScores{table, first, last, scores, n_scores_, width_});
}

void Ensemble::apply(const Table& table, std::size_t first, std::size_t last, int n_threads,
                     Interrupt& interrupt, std::int32_t* nodes) const {
  run(n_threads, interrupt, FindLeaves{table, first, last, nodes});
}

}  // namespace spinney
