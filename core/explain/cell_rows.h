// Rows as bit sets: the rows of a block whose value lies in a range of cells.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "explain/feature_cells.h"

namespace spinney {

inline constexpr std::size_t kBlockWords = 8;
inline constexpr std::size_t kBlockRows = 64 * kBlockWords;

// A set of rows of a block.
struct alignas(64) RowSet {
  std::uint64_t word[kBlockWords];
};

// A block of rows, as the walk through a tree reads it.
struct RowBlock {
  RowSet rows;              // those that exist
  const RowSet* below;      // by feature and cell: the rows in a lower cell
  const double* byte_sums;  // words x 8 x 256: the weight of each set of eight rows; null: counts
};

class CellRows {
 public:
  CellRows(const Table& table, const FeatureCells& cells, const double* weight, int n_threads,
           Interrupt& interrupt);

  std::size_t n_blocks() const { return (n_rows_ + kBlockRows - 1) / kBlockRows; }
  // The number of blocks that load() reads at most.
  std::size_t n_loaded() const { return n_loaded_; }
  void load(std::size_t first_block, int n_threads, Interrupt& interrupt);
  RowBlock block(std::size_t i) const;  // of those loaded

  // The place of a feature's first cell in RowBlock::below.
  std::size_t first_cell(std::size_t feature) const { return first_cell_[feature]; }
  // Whether some row is in a cell for absent values: features x (missing, unknown).
  const bool* occurs(std::size_t feature) const { return occurs_[feature].flag; }
  double total_weight() const { return total_weight_; }

 private:
  struct Occurs {
    bool flag[2] = {false, false};
  };
  void load_feature(std::size_t feature);
  void load_weights();
  std::size_t rows_of(std::size_t i) const;  // of a loaded block

  const FeatureCells& cells_;
  const double* weight_;
  std::size_t n_rows_, n_cells_ = 0, n_loaded_, first_block_ = 0;
  double total_weight_ = 0;
  std::vector<std::size_t> first_cell_;
  std::vector<Occurs> occurs_;
  std::vector<std::vector<std::uint32_t>> cell_;  // features x rows; empty if not used
  std::vector<RowSet> below_;                     // blocks x cells
  std::vector<double> byte_sums_;                 // blocks x words x 8 x 256
};

}  // namespace spinney
