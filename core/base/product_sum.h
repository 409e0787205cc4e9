// Order-independent sums of products, such as weighted sums.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/grid.h"

namespace spinney {

// Sum of weight * (x + lost), where `lost` is a rounding error of x. Products are computed to about
// 100 bits, so a weight of 3 adds the same as three terms of weight 1.
class ProductSum {
 public:
  // For sums of up to n products of magnitude at most `largest`.
  ProductSum(double largest, std::size_t n) : grid_(largest, n) {}

  void add(double weight, double x, double lost = 0) {
    const double product = weight * x;
    const double rest = weight == 1 ? lost : std::fma(weight, x, -product) + weight * lost;
    const double coarse = grid_.coarse(product);
    coarse_ += coarse;
    fine_ += grid_.fine((product - coarse) + rest);
  }
  // The same for a single-precision x; faster, because both products are exact.
  void add(double weight, float x) {
    constexpr std::uint64_t kTail = (std::uint64_t{1} << 29) - 1;  // leaves 24 significant bits
    const auto head = std::bit_cast<double>(std::bit_cast<std::uint64_t>(weight) & ~kTail);
    const double product = head * x;
    const double coarse = grid_.coarse(product);
    coarse_ += coarse;
    fine_ += grid_.fine((product - coarse) + (weight - head) * x);
  }
  void add(double x) {
    const double coarse = grid_.coarse(x);
    coarse_ += coarse;
    fine_ += grid_.fine(x - coarse);
  }
  // Adds a sum with the same grid.
  void add(const ProductSum& other) {
    coarse_ += other.coarse_;
    fine_ += other.fine_;
  }

  double value() const { return coarse_ + fine_; }

 private:
  Grid grid_;
  double coarse_ = 0, fine_ = 0;
};

}  // namespace spinney
