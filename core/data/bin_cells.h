// Bins of the cells of a column, by its cuts or categories.
#pragma once

#include <cstdint>

#include "data/bins.h"

namespace spinney {

inline constexpr std::size_t kBinRows = 4096;

// The bins of rows [begin, begin + n), n <= kBinRows. Two-byte bins: categories only.
void bin_block(const Column& column, const BinnedColumn& plan, std::size_t begin, std::size_t n,
               std::uint8_t* out);
void bin_block(const Column& column, const BinnedColumn& plan, std::size_t begin, std::size_t n,
               std::uint16_t* out);

}  // namespace spinney
