// The weighted mean of a loss, by blocks of rows that threads share.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/clones.h"
#include "base/pool.h"
#include "loss/loss.h"
#include "loss/sums.h"

namespace spinney {
namespace {

constexpr std::size_t kBlockRows = 4096;
constexpr std::size_t kLanes = 8;  // several maxima and sums vectorize

// Of a block of rows.
struct Extent {
  double largest = 0;    // absolute value, times the weight
  double undefined = 0;  // NaN if a value is not finite
};

SPINNEY_CLONES
Extent extent_of(const double* __restrict values, std::size_t n) {
  double largest[kLanes] = {}, undefined[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) {
      const double size = std::abs(values[i + k]);
      largest[k] = size > largest[k] ? size : largest[k];
      undefined[k] += size - size;
    }
  Extent out;
  for (; i < n; ++i) {
    out.largest = std::max(out.largest, std::abs(values[i]));
    out.undefined += values[i] - values[i];
  }
  for (std::size_t k = 0; k < kLanes; ++k) {
    out.largest = std::max(out.largest, largest[k]);
    out.undefined += undefined[k];
  }
  return out;
}

Extent weighted_extent_of(const double* values, const double* weight, std::size_t n) {
  Extent out;
  for (std::size_t i = 0; i < n; ++i) {
    out.largest = std::max(out.largest, std::abs(weight[i] * values[i]));
    out.undefined += values[i] - values[i];
  }
  return out;
}

double sum_of_infinite(const double* values, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (!std::isfinite(values[i])) sum += values[i];
  return sum;
}

ProductSum weighted_sum(const double* values, const double* weight, std::size_t n, ProductSum sum) {
  for (std::size_t i = 0; i < n; ++i) sum.add(weight[i], values[i]);
  return sum;
}

// The sums are exact, so their order does not matter.
SPINNEY_CLONES
ProductSum plain_sum(const double* __restrict values, std::size_t n, const ProductSum& empty) {
  ProductSum sums[kLanes] = {empty, empty, empty, empty, empty, empty, empty, empty};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) sums[k].add(values[i + k]);
  for (; i < n; ++i) sums[0].add(values[i]);
  for (std::size_t k = 1; k < kLanes; ++k) sums[0].add(sums[k]);
  return sums[0];
}

double total_weight(const LossRows& rows) {
  if (!rows.weight) return static_cast<double>(rows.n);
  ProductSum sum = empty_sum(*std::max_element(rows.weight, rows.weight + rows.n), rows.n);
  for (std::size_t i = 0; i < rows.n; ++i) sum.add(rows.weight[i]);
  return sum.value();
}

}  // namespace

double Loss::value(const LossRows& rows, int n_threads) const {
  if (rows.n == 0) return 0;
  const auto values = std::make_unique_for_overwrite<double[]>(rows.n);
  const std::size_t n_blocks = (rows.n + kBlockRows - 1) / kBlockRows;
  Interrupt interrupt;  // short work: not interrupted
  const auto each_block = [&](auto&& use) {
    parallel_for(n_threads, n_blocks, interrupt, [&](std::size_t block, int) {
      const std::size_t begin = block * kBlockRows;
      use(block, begin, std::min(kBlockRows, rows.n - begin));
    });
  };
  std::vector<Extent> extents(n_blocks);
  each_block([&](std::size_t block, std::size_t begin, std::size_t n) {
    this->values(rows, begin, begin + n, &values[begin]);
    extents[block] = rows.weight ? weighted_extent_of(&values[begin], rows.weight + begin, n)
                                 : extent_of(&values[begin], n);
  });
  Extent all;
  for (const Extent& one : extents) {
    all.largest = std::max(all.largest, one.largest);
    all.undefined += one.undefined;
  }
  if (!(all.undefined == 0)) return sum_of_infinite(values.get(), rows.n);
  const ProductSum empty = empty_sum(all.largest, rows.n);
  std::vector<ProductSum> sums(n_blocks, empty);
  each_block([&](std::size_t block, std::size_t begin, std::size_t n) {
    sums[block] = rows.weight ? weighted_sum(&values[begin], rows.weight + begin, n, empty)
                              : plain_sum(&values[begin], n, empty);
  });
  ProductSum sum = empty;
  for (const ProductSum& one : sums) sum.add(one);
  const double weight = total_weight(rows);
  return weight > 0 ? sum.value() / weight : 0;
}

}  // namespace spinney
