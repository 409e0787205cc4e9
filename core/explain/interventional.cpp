#include "explain/interventional.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/pool.h"
#include "explain/hybrid_walk.h"
#include "explain/interventional_tree.h"
#include "explain/lane_sums.h"
#include "explain/linear_shap.h"

namespace spinney {
namespace {

constexpr std::size_t kMaxGroups = 64;
constexpr std::size_t kTablesBytes = std::size_t{64} << 20;

struct Part {
  InterventionalTree* tree;
  std::size_t index;
};

// A block of rows whose values are computed by one thread.
class Block {
 public:
  Block(const Table& table, const BackgroundRows& background, const ShapSlots& slots,
        const ShapOutput& out, std::size_t n_groups)
      : background_(background),
        rows_(table, slots, n_groups),
        sums_(slots, out, n_groups),
        walk_(slots, out.player, out.pairs != nullptr) {}

  void load(std::size_t first_row) {
    rows_.load(first_row);
    sums_.load(first_row, rows_.n_used());
  }
  void store() { sums_.store(); }

  void add(const Part& part, Interrupt& interrupt) {
    const PatternTables* tables = part.tree->tables(part.index);
    if (tables != nullptr && child_.size() < tables->paths().splits().size())
      child_.resize(tables->paths().splits().size());
    for (std::size_t group = 0; group < rows_.n_groups_used(); ++group) {
      const ShapSums sums = sums_.of_group(group, part.tree->first_output());
      LaneWords active{};
      if (tables != nullptr) {
        active = rows_.decide(tables->paths(), group, child_.data());
        lanes_.add(*tables, child_.data(), active, sums);
      }
      if (part.index == 0) add_walks(*part.tree, group, active, sums, interrupt);
    }
  }

 private:
  // Adds what the tables do not contain: rows that are not active, and some background rows.
  void add_walks(const InterventionalTree& tree, std::size_t group, const LaneWords& active,
                 const ShapSums& sums, Interrupt& interrupt) {
    const LaneWords exist = rows_.existing(group);
    const std::vector<std::uint32_t>& by_walk = tree.by_walk();
    for (std::size_t lane = 0; lane < kShapLanes; ++lane) {
      const bool in_tables = active.v[lane] != 0;
      if (exist.v[lane] == 0 || (in_tables && by_walk.empty())) continue;
      interrupt.poll();
      walk_.start(tree.tree(), {&rows_, group, lane});
      const std::size_t n = in_tables ? by_walk.size() : background_.size();
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t b = in_tables ? by_walk[i] : i;
        walk_.add({&background_.rows, b / kShapLanes, b % kShapLanes},
                  background_.background.weight[b]);
      }
      walk_.finish(1 / background_.total, sums);
    }
  }

  const BackgroundRows& background_;
  LaneRows rows_;
  LaneSums sums_;
  std::vector<LaneWords> child_;  // splits
  PatternLanes lanes_;
  HybridWalk walk_;
};

std::vector<InterventionalTree> read_trees(const std::vector<const Tree*>& trees, std::size_t first,
                                           std::size_t n_background, const ShapOutput& out) {
  std::vector<InterventionalTree> found;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const Tree& tree = *trees[i];
    const std::size_t width = tree.value_width();
    require(width == 1 || width == out.n_outputs, "the trees do not fit the outputs");
    require(max_terms(tree) <= kMaxInterventionalTerms,
            "a split combines more than 20 features, too many for exact SHAP values");
    found.emplace_back(tree, width == 1 ? (first + i) % out.n_outputs : 0, out, n_background);
  }
  return found;
}

}  // namespace

std::size_t max_terms(const Tree& tree) {
  std::size_t largest = 0;
  for (std::size_t node = 0; node < tree.size(); ++node)
    if (tree.is_multivariate(node)) largest = std::max<std::size_t>(largest, tree.set_length[node]);
  return largest;
}

void add_interventional_values(const std::vector<const Tree*>& trees, std::size_t first,
                               const Table& table, const Background& background, int n_threads,
                               Interrupt& interrupt, const ShapOutput& out) {
  const ShapSlots slots(trees, out);
  const BackgroundRows background_rows(background, slots);
  std::vector<InterventionalTree> read = read_trees(trees, first, background_rows.size(), out);
  std::vector<Part> parts;
  for (InterventionalTree& tree : read)
    for (std::size_t i = 0; i < tree.n_parts(); ++i) parts.push_back({&tree, i});

  const std::size_t n_groups = groups_in_cache(slots, out, kMaxGroups);
  const std::size_t n_rows = n_groups * kShapLanes;
  std::vector<std::unique_ptr<Block>> blocks(std::max(1, n_threads));
  std::vector<PatternLanes> lanes(blocks.size());
  for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
    for (std::size_t n_bytes = 0; end < parts.size() && n_bytes < kTablesBytes; ++end)
      n_bytes += parts[end].tree->n_bytes(parts[end].index);
    parallel_for(n_threads, end - begin, interrupt, [&](std::size_t i, int worker) {
      interrupt.poll();
      const Part& part = parts[begin + i];
      part.tree->prepare(part.index, background_rows, lanes[static_cast<std::size_t>(worker)]);
    });
    parallel_for(n_threads, (table.n_rows + n_rows - 1) / n_rows, interrupt,
                 [&](std::size_t task, int worker) {
                   auto& block = blocks[static_cast<std::size_t>(worker)];
                   if (!block)
                     block = std::make_unique<Block>(table, background_rows, slots, out, n_groups);
                   block->load(task * n_rows);
                   for (std::size_t i = begin; i < end; ++i) {
                     interrupt.poll();
                     block->add(parts[i], interrupt);
                   }
                   block->store();
                 });
    for (std::size_t i = begin; i < end; ++i) parts[i].tree->clear(parts[i].index);
  }
  for (const InterventionalTree& tree : read)
    for (std::size_t j = 0; j < tree.base().size(); ++j)
      out.base[tree.first_output() + j] += tree.base()[j];
  for (std::size_t i = 0; i < trees.size(); ++i)
    if (has_linear_leaves(*trees[i]))
      add_linear_interventional(*trees[i], (first + i) % out.n_outputs, table, background,
                                n_threads, interrupt, out);
}

}  // namespace spinney
