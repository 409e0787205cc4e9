// The plain walk down a tree: the reference for every faster engine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/interrupt.h"
#include "base/types.h"
#include "data/table.h"
#include "model/tree.h"

namespace spinney {

// Walks rows [begin, end) of a table, one after another.
class Interpreter {
 public:
  explicit Interpreter(const Table& table);

  // (end - begin) x value_width() values, and as many nodes: what predict_values() and
  // find_leaves() tell of these rows.
  void predict(const Tree& tree, std::size_t begin, std::size_t end, double* out) const;
  void find_leaves(const Tree& tree, std::size_t begin, std::size_t end, std::int64_t* out) const;

  // ended(row, node, share) for every row and its parts.
  template <class End>
  void each_end(const Tree& tree, std::size_t begin, std::size_t end, End&& ended) const;

 private:
  const Table& table_;
  std::optional<CellType> type_;  // of all cells, if they are alike and dense
};

// The node where each row ends, or the largest of its parts (of equals the leftmost).
std::vector<std::int64_t> find_leaves(const Tree& tree, const Table& table, int n_threads,
                                      Interrupt& interrupt);

// rows x value_width(): the values of the nodes reached, by the parts of each row, into out.
void predict_values(const Tree& tree, const Table& table, int n_threads, Interrupt& interrupt,
                    double* out);

// Where the parts of rows end, row by row.
struct RowPart {
  Row row;
  std::uint32_t node;
  double share;
};
std::vector<RowPart> find_parts(const Tree& tree, const Table& table, Interrupt& interrupt);

struct Paths {
  std::vector<std::int64_t> indptr, indices;  // as in a CSR matrix; the nodes of a row ascend
};
Paths find_paths(const Tree& tree, const Table& table, Interrupt& interrupt);

// nodes x 2: rows whose value is absent there, sent by a surrogate, and in another way.
std::vector<std::int64_t> count_absent(const Tree& tree, const Table& table, Interrupt& interrupt);

}  // namespace spinney
