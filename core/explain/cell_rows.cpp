#include "explain/cell_rows.h"

#include <algorithm>

#include "base/pool.h"

namespace spinney {
namespace {

constexpr std::size_t kLoadedBytes = std::size_t{4} << 20;  // of the sets of loaded blocks, about
constexpr std::size_t kMaxLoaded = 16;
constexpr std::size_t kByteSums = 8 * 256;

}  // namespace

CellRows::CellRows(const Table& table, const FeatureCells& cells, const double* weight,
                   int n_threads, Interrupt& interrupt)
    : cells_(cells),
      weight_(weight),
      n_rows_(table.n_rows),
      occurs_(cells.n_features()),
      cell_(cells.n_features()) {
  for (std::size_t f = 0; f < cells.n_features(); ++f) {
    first_cell_.push_back(n_cells_);
    if (cells.is_used(f)) n_cells_ += cells.size(f) + 1;
  }
  n_loaded_ = std::clamp<std::size_t>(kLoadedBytes / (sizeof(RowSet) * (n_cells_ + 1)), 1,
                                      std::min(kMaxLoaded, std::max<std::size_t>(1, n_blocks())));
  parallel_for(n_threads, cells.n_features(), interrupt, [&](std::size_t f, int) {
    if (!cells.is_used(f)) return;
    cell_[f].resize(n_rows_);
    const std::uint32_t n = cells.n_values(f);
    each_cell(table.columns[f], 0, n_rows_, [&](std::size_t i, auto value) {
      const std::uint32_t c = cells.cell(f, static_cast<double>(value));
      cell_[f][i] = c;
      if (c >= n) occurs_[f].flag[c - n] = true;
    });
  });
  total_weight_ = weight == nullptr ? static_cast<double>(n_rows_) : 0;
  for (std::size_t i = 0; weight != nullptr && i < n_rows_; ++i) total_weight_ += weight[i];
  below_.resize(n_loaded_ * n_cells_);
  if (weight != nullptr) byte_sums_.resize(n_loaded_ * kBlockWords * kByteSums);
}

std::size_t CellRows::rows_of(std::size_t i) const {
  const std::size_t first = (first_block_ + i) * kBlockRows;
  return first < n_rows_ ? std::min(kBlockRows, n_rows_ - first) : 0;
}

void CellRows::load(std::size_t first_block, int n_threads, Interrupt& interrupt) {
  first_block_ = first_block;
  parallel_for(n_threads, cells_.n_features(), interrupt,
               [&](std::size_t f, int) { load_feature(f); });
  if (weight_ != nullptr) load_weights();
}

void CellRows::load_feature(std::size_t feature) {
  if (!cells_.is_used(feature)) return;
  const std::size_t n = cells_.size(feature);
  for (std::size_t b = 0; b < n_loaded_; ++b) {
    RowSet* below = &below_[b * n_cells_ + first_cell_[feature]];
    std::fill(below, below + n + 1, RowSet{});
    for (std::size_t i = 0; i < rows_of(b); ++i)
      below[cell_[feature][(first_block_ + b) * kBlockRows + i] + 1].word[i / 64] |=
          std::uint64_t{1} << (i % 64);
    for (std::size_t c = 0; c < n; ++c)
      for (std::size_t w = 0; w < kBlockWords; ++w) below[c + 1].word[w] |= below[c].word[w];
  }
}

// Each sum is that of the byte without its highest bit, plus the weight of that bit.
void CellRows::load_weights() {
  for (std::size_t b = 0; b < n_loaded_; ++b)
    for (std::size_t byte = 0; byte < kBlockWords * 8; ++byte) {
      double* sums = &byte_sums_[(b * kBlockWords * 8 + byte) * 256];
      sums[0] = 0;
      for (std::size_t bit = 0; bit < 8; ++bit) {
        const std::size_t row = byte * 8 + bit;
        const double w = row < rows_of(b) ? weight_[(first_block_ + b) * kBlockRows + row] : 0.0;
        for (std::size_t low = 0; low < std::size_t{1} << bit; ++low)
          sums[(std::size_t{1} << bit) + low] = sums[low] + w;
      }
    }
}

RowBlock CellRows::block(std::size_t i) const {
  RowBlock block{{}, below_.data() + i * n_cells_, nullptr};
  if (weight_ != nullptr) block.byte_sums = &byte_sums_[i * kBlockWords * kByteSums];
  for (std::size_t row = 0; row < rows_of(i); ++row)
    block.rows.word[row / 64] |= std::uint64_t{1} << (row % 64);
  return block;
}

}  // namespace spinney
