// Histograms of single columns of a node that count rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "data/bins.h"
#include "split/gradients.h"

namespace spinney {

// `Gradient` is not a vector. A column costs what its stored cells cost, or one addition per row.
template <class Gradient>
class ColumnCounter {
 public:
  // `rows`: n of them, ascending.
  ColumnCounter(const BinnedMatrix& matrix, const Gradient* gradients, const Row* rows,
                std::size_t n)
      : matrix_(matrix), gradients_(gradients), rows_(rows), n_(n) {
    for (const Row* row = rows; row < rows + n; ++row) total_ += Precise::from(gradients[*row]);
  }

  // The slots of a column, until the next call.
  const Precise* count(std::uint32_t feature) {
    const BinnedColumn& column = matrix_.columns[feature];
    slots_.assign(column.n_slots(), {});
    if (!column.sparse) {
      matrix_.visit_bins(column, [&](const auto* bins, std::size_t stride) {
        for (const Row* row = rows_; row < rows_ + n_; ++row)
          slots_[bins[*row * stride]] += Precise::from(gradients_[*row]);
      });
      return slots_.data();
    }
    matrix_.sparse[column.place].each_of(rows_, n_, [&](Row row, std::uint32_t bin) {
      slots_[bin] += Precise::from(gradients_[row]);
    });
    Precise others{};
    for (const Precise& slot : slots_) others += slot;
    slots_[column.default_bin] = total_;
    slots_[column.default_bin] -= others;
    return slots_.data();
  }

 private:
  const BinnedMatrix& matrix_;
  const Gradient* gradients_;
  const Row* rows_;
  std::size_t n_;
  Precise total_{};
  std::vector<Precise> slots_;
};

// A few columns of many with the fewest rows in their largest bin.
inline std::vector<std::uint32_t> full_columns(const BinnedMatrix& matrix,
                                               std::vector<std::uint32_t> features) {
  constexpr std::size_t kMost = 16, kShare = 64;
  const std::size_t n = std::min(kMost, features.size() / kShare);
  const auto end = features.begin() + static_cast<std::ptrdiff_t>(n);
  std::partial_sort(features.begin(), end, features.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(matrix.columns[a].n_largest, a) < std::pair(matrix.columns[b].n_largest, b);
  });
  features.erase(end, features.end());
  return features;
}

}  // namespace spinney
