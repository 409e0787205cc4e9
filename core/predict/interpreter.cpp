#include "predict/interpreter.h"

#include <algorithm>
#include <cmath>

#include "base/pool.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = 512;

bool goes_left(const Tree& tree, std::size_t node, double x, std::uint32_t levels) {
  if (tree.kind[node] == NodeKind::number) return std::isnan(x) ? tree.missing_left[node] : x <= tree.threshold[node];
  const Code level = level_code(x, levels);
  return level == kMissing ? tree.missing_left[node] : tree.in_left_set(node, level);
}

// cell(row, feature) reads a cell as float64; visit(node) sees every node on the way.
template <class Cell, class Visit>
std::size_t walk(const Tree& tree, const Table& table, std::size_t row, Cell&& cell, Visit&& visit) {
  std::size_t node = 0;
  visit(node);
  while (tree.kind[node] != NodeKind::leaf) {
    const auto feature = static_cast<std::size_t>(tree.feature[node]);
    const bool left = goes_left(tree, node, cell(row, feature), table.columns[feature].levels);
    node = static_cast<std::size_t>(tree.first_child[node]) + !left;
    visit(node);
  }
  return node;
}

bool uniform(const Table& table, CellType type) {
  return std::all_of(table.columns.begin(), table.columns.end(),
                     [&](const Column& c) { return !c.sparse && c.type == type; });
}

// Calls body with the quickest way to read cells of this table.
template <class Body>
void with_cells(const Table& table, Body&& body) {
  const auto dense = [&](auto type) {
    using T = decltype(type);
    body([&](std::size_t row, std::size_t feature) {
      const Column& c = table.columns[feature];
      return static_cast<double>(load<T>(c.data, c.stride, row));
    });
  };
  if (uniform(table, CellType::f64)) return dense(double{});
  if (uniform(table, CellType::f32)) return dense(float{});
  body([&](std::size_t row, std::size_t feature) { return cell_value(table.columns[feature], row); });
}

// use(row, leaf) for every row, in blocks over threads.
template <class Use>
void each_leaf(const Tree& tree, const Table& table, int n_threads, Interrupt& interrupt, Use&& use) {
  with_cells(table, [&](auto&& cell) {
    const std::size_t n_blocks = (table.n_rows + kBlock - 1) / kBlock;
    parallel_for(n_blocks < 8 ? 1 : n_threads, n_blocks, interrupt, [&](std::size_t block, int) {
      const std::size_t end = std::min(table.n_rows, (block + 1) * kBlock);
      for (std::size_t row = block * kBlock; row < end; ++row)
        use(row, walk(tree, table, row, cell, [](std::size_t) {}));
    });
  });
}

}  // namespace

std::vector<std::int64_t> find_leaves(const Tree& tree, const Table& table, int n_threads, Interrupt& interrupt) {
  std::vector<std::int64_t> leaves(table.n_rows);
  each_leaf(tree, table, n_threads, interrupt,
            [&](std::size_t row, std::size_t leaf) { leaves[row] = static_cast<std::int64_t>(leaf); });
  return leaves;
}

void predict_values(const Tree& tree, const Table& table, int n_threads, Interrupt& interrupt, double* out) {
  const std::size_t width = tree.value_width();
  each_leaf(tree, table, n_threads, interrupt, [&](std::size_t row, std::size_t leaf) {
    std::copy_n(&tree.value[leaf * width], width, out + row * width);
  });
}

Paths find_paths(const Tree& tree, const Table& table, Interrupt& interrupt) {
  Paths paths;
  paths.indptr.push_back(0);
  with_cells(table, [&](auto&& cell) {
    for (std::size_t row = 0; row < table.n_rows; ++row) {
      if (row % kBlock == 0) interrupt.poll();
      walk(tree, table, row, cell, [&](std::size_t node) { paths.indices.push_back(static_cast<std::int64_t>(node)); });
      paths.indptr.push_back(static_cast<std::int64_t>(paths.indices.size()));
    }
  });
  return paths;
}

}  // namespace spinney
