// Sorted keys -> ranks, or quantile bins.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/types.h"
#include "data/coded.h"

namespace spinney {

struct Quantiles {
  std::uint32_t max_bins;
  const double* weight;
  std::vector<double> share;  // for sparse columns: each row's weight, 0 for rows that take no part
  double total = 0;
};

using Keys = std::vector<std::pair<std::uint64_t, Row>>;

// Ranks (or bins) of sorted keys; codes[i] belongs to keys[i]. `zeros` weighs the cells that a sparse column does not
// store.
std::shared_ptr<CodeBook> rank_keys(const Keys& keys, double zeros, const Quantiles& quantiles,
                                    std::vector<Code>& codes, Code& zero_code);

}  // namespace spinney
