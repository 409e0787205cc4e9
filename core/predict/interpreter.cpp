// Traversal of any tree by one row at a time, including divided rows.
#include "predict/interpreter.h"

#include <algorithm>

#include "base/pool.h"
#include "predict/split_decision.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = 512;

// A part of a row during traversal.
struct Part {
  std::size_t node;
  double share;
};

// Divides a row among the children by their weights. Pushes the parts of all but the first child
// and returns the share of the first.
double divide(const Tree& tree, std::size_t node, double share, std::vector<Part>& parts) {
  const auto first = static_cast<std::size_t>(tree.first_child[node]);
  const std::size_t n = tree.n_children[node];
  double total = 0;
  for (std::size_t c = 0; c < n; ++c) total += tree.weight[first + c];
  double rest = 1;
  for (std::size_t c = 0; c + 1 < n; ++c) rest -= tree.weight[first + c] / total;
  for (std::size_t c = n - 1; c > 0; --c)
    parts.push_back({first + c, share * (c + 1 == n ? rest : tree.weight[first + c] / total)});
  return share * (tree.weight[first] / total);
}

// Traverses the tree with one row. Calls visit(node) for every node, on_decision(node, decision)
// for every split, and end(node, share) for every final node; parts end from left to right.
template <class Cell, class Visit, class OnDecision, class End>
void walk(const Tree& tree, const Table& table, Cell&& cell, std::vector<Part>& parts,
          Visit&& visit, OnDecision&& on_decision, End&& end) {
  parts.assign(1, {0, 1.0});
  while (!parts.empty()) {
    auto [node, share] = parts.back();
    parts.pop_back();
    visit(node);
    while (tree.kind[node] != NodeKind::leaf) {
      const Decision decision = decide(tree, node, table, cell);
      on_decision(node, decision);
      if (decision.action == Decision::stop) break;
      const auto first = static_cast<std::size_t>(tree.first_child[node]);
      if (decision.action == Decision::all) share = divide(tree, node, share, parts);
      node = first + decision.child;
      visit(node);
    }
    end(node, share);
  }
}

std::optional<CellType> type_of_all(const Table& table) {
  if (table.columns.empty()) return std::nullopt;
  const CellType type = table.columns[0].type;
  const bool alike = std::all_of(table.columns.begin(), table.columns.end(),
                                 [&](const Column& c) { return !c.sparse && c.type == type; });
  return alike ? std::optional(type) : std::nullopt;
}

// Calls body with the fastest function that reads cells of this table.
template <class Body>
void with_cells(const Table& table, std::optional<CellType> type, Body&& body) {
  const auto dense = [&](auto zero) {
    using T = decltype(zero);
    body([&](std::size_t row, std::size_t feature) {
      const Column& c = table.columns[feature];
      return static_cast<double>(load<T>(c.data, c.stride, row));
    });
  };
  if (type == CellType::f64) return dense(double{});
  if (type == CellType::f32) return dense(float{});
  body([&](std::size_t row, std::size_t feature) {
    return cell_value(table.columns[feature], row);
  });
}

// Calls body(begin, end) for blocks of rows, in parallel.
template <class Body>
void each_block(const Table& table, int n_threads, Interrupt& interrupt, Body&& body) {
  const std::size_t n_blocks = (table.n_rows + kBlock - 1) / kBlock;
  parallel_for(n_blocks < 8 ? 1 : n_threads, n_blocks, interrupt, [&](std::size_t block, int) {
    body(block * kBlock, std::min(table.n_rows, (block + 1) * kBlock));
  });
}

// Traverses the tree with all rows in order.
template <class Visit, class OnDecision, class RowDone>
void each_walk(const Tree& tree, const Table& table, Interrupt& interrupt, Visit&& visit,
               OnDecision&& on_decision, RowDone&& row_done) {
  std::vector<Part> parts;
  with_cells(table, type_of_all(table), [&](auto&& cell) {
    for (std::size_t row = 0; row < table.n_rows; ++row) {
      if (row % kBlock == 0) interrupt.poll();
      walk(
          tree, table, [&](std::size_t feature) { return cell(row, feature); }, parts, visit,
          on_decision, [](std::size_t, double) {});
      row_done();
    }
  });
}

}  // namespace

Interpreter::Interpreter(const Table& table) : table_(table), type_(type_of_all(table)) {}

template <class End>
void Interpreter::each_end(const Tree& tree, std::size_t begin, std::size_t end,
                           End&& ended) const {
  std::vector<Part> parts;
  with_cells(table_, type_, [&](auto&& cell) {
    for (std::size_t row = begin; row < end; ++row)
      walk(
          tree, table_, [&](std::size_t feature) { return cell(row, feature); }, parts,
          [](std::size_t) {}, [](std::size_t, Decision) {},
          [&](std::size_t node, double share) { ended(row, node, share); });
  });
}

void Interpreter::find_leaves(const Tree& tree, std::size_t begin, std::size_t end,
                              std::int64_t* out) const {
  std::size_t current = end;
  double largest = 0;
  each_end(tree, begin, end, [&](std::size_t row, std::size_t node, double share) {
    if (row == current && !(share > largest)) return;
    current = row;
    largest = share;
    out[row - begin] = static_cast<std::int64_t>(node);
  });
}

void Interpreter::predict(const Tree& tree, std::size_t begin, std::size_t end, double* out) const {
  const std::size_t width = tree.value_width();
  std::fill_n(out, (end - begin) * width, 0.0);
  each_end(tree, begin, end, [&](std::size_t row, std::size_t node, double share) {
    const double* value = &tree.value[node * width];
    double* to = out + (row - begin) * width;
    double linear = 0;
    if (tree.is_linear_leaf(node)) {
      linear = leaf_value(tree, node, [&](std::size_t feature) {
        return cell_value(table_.columns[feature], row);
      });
      value = &linear;
    }
    if (share == 1) {
      std::copy_n(value, width, to);
    } else {
      for (std::size_t j = 0; j < width; ++j) to[j] += share * value[j];
    }
  });
}

std::vector<std::int64_t> find_leaves(const Tree& tree, const Table& table, int n_threads,
                                      Interrupt& interrupt) {
  std::vector<std::int64_t> leaves(table.n_rows);
  const Interpreter interpreter(table);
  each_block(table, n_threads, interrupt, [&](std::size_t begin, std::size_t end) {
    interpreter.find_leaves(tree, begin, end, leaves.data() + begin);
  });
  return leaves;
}

void predict_values(const Tree& tree, const Table& table, int n_threads, Interrupt& interrupt,
                    double* out) {
  const std::size_t width = tree.value_width();
  const Interpreter interpreter(table);
  each_block(table, n_threads, interrupt, [&](std::size_t begin, std::size_t end) {
    interpreter.predict(tree, begin, end, out + begin * width);
  });
}

std::vector<RowPart> find_parts(const Tree& tree, const Table& table, Interrupt& interrupt) {
  std::vector<RowPart> parts;
  const Interpreter interpreter(table);
  each_block(table, 1, interrupt, [&](std::size_t begin, std::size_t end) {
    interpreter.each_end(tree, begin, end, [&](std::size_t row, std::size_t node, double share) {
      parts.push_back({static_cast<Row>(row), static_cast<std::uint32_t>(node), share});
    });
  });
  return parts;
}

Paths find_paths(const Tree& tree, const Table& table, Interrupt& interrupt) {
  Paths paths;
  paths.indptr.push_back(0);
  each_walk(
      tree, table, interrupt,
      [&](std::size_t node) { paths.indices.push_back(static_cast<std::int64_t>(node)); },
      [](std::size_t, Decision) {},
      [&] {
        std::sort(paths.indices.begin() + paths.indptr.back(), paths.indices.end());
        paths.indptr.push_back(static_cast<std::int64_t>(paths.indices.size()));
      });
  return paths;
}

std::vector<std::int64_t> count_absent(const Tree& tree, const Table& table, Interrupt& interrupt) {
  std::vector<std::int64_t> counts(tree.size() * 2);
  each_walk(
      tree, table, interrupt, [](std::size_t) {},
      [&](std::size_t node, Decision decision) {
        counts[2 * node + !decision.by_surrogate()] += decision.absent;
      },
      [] {});
  return counts;
}

}  // namespace spinney
