// Sorted keys -> ranks, or quantile bins.
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
  std::vector<double> share;  // for sparse columns: each row's weight, 0 for rows that take no part
  double total = 0;
};

using Keys = std::vector<std::pair<std::uint64_t, Row>>;

// The row of a key that stands for all cells which a sparse column does not store.
inline constexpr Row kAbsentCells = 0xFFFFFFFFu;

// Ranks (or bins) of sorted keys; codes[i] belongs to keys[i]. `zeros` is the weight of the absent
// cells.
std::shared_ptr<CodeBook> rank_keys(const Keys& keys, const Quantiles& quantiles, double zeros,
                                    std::vector<Code>& codes);

}  // namespace spinney
