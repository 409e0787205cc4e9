// The plain walk down a tree: the reference for every faster engine.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "model/tree.h"

namespace spinney {

// The leaf that each row reaches.
std::vector<std::int64_t> find_leaves(const Tree& tree, const Table& table, int n_threads, Interrupt& interrupt);

// rows x value_width(): the values of those leaves, into out.
void predict_values(const Tree& tree, const Table& table, int n_threads, Interrupt& interrupt, double* out);

struct Paths {
  std::vector<std::int64_t> indptr, indices;  // as in a CSR matrix
};
Paths find_paths(const Tree& tree, const Table& table, Interrupt& interrupt);

}  // namespace spinney
