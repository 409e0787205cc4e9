// Bins of cells, by branch-free binary search.
#include "data/bin_cells.h"

#include <algorithm>
#include <limits>

#include "base/round_down.h"
#include "data/cells.h"

namespace spinney {
namespace {

// The number of cuts below each x, by branch-free binary search of several values in parallel.
// There are 255 cuts, padded with infinity.
template <class T>
void find_bins(const T* cuts, const T* x, std::size_t n, std::uint8_t missing, std::uint8_t* out) {
  constexpr std::size_t kLanes = 8;
  const auto steps = [&](std::uint32_t* b, const T* v, std::size_t lanes) {
#pragma GCC unroll 8
    for (std::uint32_t step = 128; step > 0; step /= 2)
      for (std::size_t k = 0; k < lanes; ++k)
        b[k] += static_cast<std::uint32_t>(v[k] > cuts[b[k] + step - 1]) * step;
  };
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    std::uint32_t b[kLanes] = {};
    steps(b, x + i, kLanes);
    for (std::size_t k = 0; k < kLanes; ++k)
      out[i + k] = x[i + k] == x[i + k] ? static_cast<std::uint8_t>(b[k]) : missing;
  }
  for (; i < n; ++i) {
    std::uint32_t b[1] = {};
    steps(b, x + i, 1);
    out[i] = x[i] == x[i] ? static_cast<std::uint8_t>(b[0]) : missing;
  }
}

template <class T>
void bin_numbers(const Column& c, const BinnedColumn& plan, std::size_t begin, std::size_t n,
                 std::uint8_t* out) {
  T cuts[256], values[kBinRows];
  std::fill(cuts, cuts + 256, std::numeric_limits<T>::infinity());
  for (std::size_t i = 0; i < plan.cuts.size(); ++i) cuts[i] = round_down<T>(plan.cuts[i]);
  const auto missing = static_cast<std::uint8_t>(plan.n_bins);
  if (!c.sparse) {
    read_cells(c, begin, n, values);
    return find_bins(cuts, values, n, missing, out);
  }
  const T zero = 0;
  find_bins(cuts, &zero, 1, missing, out);
  std::fill(out + 1, out + n, *out);
  each_stored(c, begin, n, [&](std::size_t i, auto cell) {
    const auto value = static_cast<T>(cell);
    find_bins(cuts, &value, 1, missing, out + i);
  });
}

template <class Bin>
void bin_levels(const Column& c, const BinnedColumn& plan, std::size_t begin, std::size_t n,
                Bin* out) {
  double values[kBinRows];
  read_cells(c, begin, n, values);
  for (std::size_t i = 0; i < n; ++i) {
    const Code level = level_code(values[i], plan.n_bins);
    out[i] = static_cast<Bin>(level == kMissing ? plan.n_bins : level);
  }
}

}  // namespace

void bin_block(const Column& c, const BinnedColumn& plan, std::size_t begin, std::size_t n,
               std::uint8_t* out) {
  if (plan.categorical)
    bin_levels(c, plan, begin, n, out);
  else if (c.type == CellType::f32 && !c.sparse)
    bin_numbers<float>(c, plan, begin, n, out);
  else
    bin_numbers<double>(c, plan, begin, n, out);
}

void bin_block(const Column& c, const BinnedColumn& plan, std::size_t begin, std::size_t n,
               std::uint16_t* out) {
  bin_levels(c, plan, begin, n, out);
}

}  // namespace spinney
