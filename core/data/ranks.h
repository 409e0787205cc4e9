// Ranks or quantile bins of sorted keys.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/types.h"
#include "data/encoded_matrix.h"

namespace spinney {

struct Quantiles {
  std::uint32_t max_bins;
  const double* weight;
  std::vector<double> share;  // for sparse columns: weights of all rows, 0 outside training
  double total = 0;
};

using Keys = std::vector<std::pair<std::uint64_t, Row>>;

// The row of the key for all cells that a sparse column does not store.
inline constexpr Row kAbsentCells = 0xFFFFFFFFu;

// Computes the ranks (or bins) of sorted keys; codes[i] belongs to keys[i]. `zeros` is the weight
// of the cells that are not stored.
std::shared_ptr<CodeBook> rank_keys(const Keys& keys, const Quantiles& quantiles, double zeros,
                                    std::vector<Code>& codes);

}  // namespace spinney
