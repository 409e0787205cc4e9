// Row-by-row prediction for all kinds of trees; the reference for the faster engines.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/interrupt.h"
#include "base/types.h"
#include "data/table.h"
#include "model/tree.h"

namespace spinney {

// Predicts rows [begin, end) of a table.
class Interpreter {
 public:
  explicit Interpreter(const Table& table);

  // The results of predict_values() and find_leaves() for these rows.
  void predict(const Tree& tree, std::size_t begin, std::size_t end, double* out) const;
  void find_leaves(const Tree& tree, std::size_t begin, std::size_t end, std::int64_t* out) const;

  // Calls ended(row, node, share) for every row, or for each of its parts if it is divided.
  template <class End>
  void each_end(const Tree& tree, std::size_t begin, std::size_t end, End&& ended) const;

 private:
  const Table& table_;
  std::optional<CellType> type_;  // of all cells, if all columns are dense and have the same type
};

// The leaf of each row, or of its largest part (the leftmost of ties).
std::vector<std::int64_t> find_leaves(const Tree& tree, const Table& table, int n_threads,
                                      Interrupt& interrupt);

// rows x value_width() into out: the value of each row's leaf, or the weighted mean over its parts.
void predict_values(const Tree& tree, const Table& table, int n_threads, Interrupt& interrupt,
                    double* out);

// A part of a row and the node where it ends.
struct RowPart {
  Row row;
  std::uint32_t node;
  double share;
};
// All parts, ordered by row.
std::vector<RowPart> find_parts(const Tree& tree, const Table& table, Interrupt& interrupt);

struct Paths {
  std::vector<std::int64_t> indptr, indices;  // CSR matrix; the nodes of a row ascend
};
// The nodes on the path of each row.
Paths find_paths(const Tree& tree, const Table& table, Interrupt& interrupt);

// nodes x 2: rows with an absent value, routed by a surrogate and routed otherwise.
std::vector<std::int64_t> count_absent(const Tree& tree, const Table& table, Interrupt& interrupt);

}  // namespace spinney
