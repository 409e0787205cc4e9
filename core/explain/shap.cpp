#include "explain/shap.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/pool.h"
#include "explain/linear_shap.h"
#include "explain/shap_block.h"

namespace spinney {
namespace {

constexpr std::size_t kMaxGroups = 8;
constexpr std::size_t kTreesBytes = std::size_t{32} << 20;  // of prepared trees, about

}  // namespace

void add_shap_values(const std::vector<const Tree*>& trees, std::size_t first, const Table& table,
                     int n_threads, Interrupt& interrupt, const ShapOutput& out) {
  const ShapSlots slots(trees, out);
  const std::size_t n_groups = groups_in_cache(slots, out, kMaxGroups);
  const std::size_t n_rows = n_groups * kShapLanes;
  std::vector<std::unique_ptr<ShapBlock>> blocks(std::max(1, n_threads));
  for (std::size_t next = 0; next < trees.size();) {
    std::vector<ShapTree> prepared;
    std::vector<std::size_t> outputs;
    for (std::size_t n_bytes = 0; next < trees.size() && n_bytes < kTreesBytes; ++next) {
      interrupt.poll();
      const std::size_t width = trees[next]->value_width();
      require(width == 1 || width == out.n_outputs, "the trees do not fit the outputs");
      outputs.push_back(width == 1 ? (first + next) % out.n_outputs : 0);
      prepared.emplace_back(*trees[next], out.player, out.n_players);
      n_bytes += prepared.back().n_bytes();
      const std::vector<double> base = prepared.back().base();
      for (std::size_t j = 0; j < width; ++j) out.base[outputs.back() + j] += base[j];
    }
    parallel_for(n_threads, (table.n_rows + n_rows - 1) / n_rows, interrupt,
                 [&](std::size_t task, int worker) {
                   auto& block = blocks[static_cast<std::size_t>(worker)];
                   if (!block) block = std::make_unique<ShapBlock>(table, slots, out, n_groups);
                   block->load(task * n_rows);
                   for (std::size_t i = 0; i < prepared.size(); ++i) {
                     interrupt.poll();
                     block->add(prepared[i], outputs[i]);
                   }
                   block->store();
                 });
  }
  for (std::size_t i = 0; i < trees.size(); ++i)
    if (has_linear_leaves(*trees[i]))
      add_linear_values(*trees[i], (first + i) % out.n_outputs, table, n_threads, interrupt, out);
}

void finish_interactions(std::size_t n_rows, int n_threads, Interrupt& interrupt,
                         const ShapOutput& out) {
  const std::size_t n_players = out.n_players, k = out.n_outputs;
  parallel_for(n_threads, n_rows, interrupt, [&](std::size_t row, int) {
    double* pairs = out.pairs + row * n_players * n_players * k;
    const auto cell = [&](std::size_t f, std::size_t g, std::size_t j) -> double& {
      return pairs[(f * n_players + g) * k + j];
    };
    for (std::size_t f = 0; f < n_players; ++f)
      for (std::size_t j = 0; j < k; ++j) cell(f, f, j) = out.values[(row * n_players + f) * k + j];
    for (std::size_t f = 0; f < n_players; ++f)
      for (std::size_t g = 0; g < f; ++g)
        for (std::size_t j = 0; j < k; ++j) {
          const double half = (cell(f, g, j) + cell(g, f, j)) / 2;
          cell(f, g, j) = cell(g, f, j) = half;
          cell(f, f, j) -= half;
          cell(g, g, j) -= half;
        }
  });
}

}  // namespace spinney
