// Sums whose value does not depend on the order of the terms.
//
// Every term is rounded to a multiple of a power of two that is coarse enough for sums of n terms
// to be exact. A second, finer grid holds the remainders, which keeps the precision.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace spinney {

// std::ilogb and std::ldexp(1.5, exponent), without a function call for normal numbers.
inline int exponent_of(double x) {
  const int biased = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7FF);
  return biased > 0 && biased < 0x7FF ? biased - 1023 : std::ilogb(x);
}
inline double three_halves(int exponent) {
  if (exponent <= -1023 || exponent > 1023) return std::ldexp(1.5, exponent);
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52 | std::uint64_t{1}
                                                                                       << 51);
}

// std::nearbyint without a function call, for |x| up to 2^51.
inline double round_to_integer(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

class Grid {
 public:
  Grid() = default;

  // For sums of up to n terms of magnitude at most `largest`.
  Grid(double largest, std::size_t n) {
    if (!(largest > 0)) largest = 1;
    const int exponent = exponent_of(largest) + 1;
    const int rows = static_cast<int>(std::bit_width(n));
    const int unit = exponent + rows - 51;  // n * largest <= 2^51 units
    coarse_ = three_halves(unit + 52);
    fine_ = three_halves(unit + rows - 51 + 52);
  }

  // coarse(x) is (x + coarse_term()) - coarse_term(), and fine() the same with fine_term().
  double coarse_term() const { return coarse_; }
  double fine_term() const { return fine_; }

  double coarse(double x) const { return (x + coarse_) - coarse_; }

  // Rounds the remainder of coarse() to the finer grid.
  double fine(double rest) const { return (rest + fine_) - fine_; }

 private:
  double coarse_ = 0, fine_ = 0;
};

// An order-independent sum of doubles.
class GridSum {
 public:
  GridSum(double largest, std::size_t n) : grid_(largest, n) {}

  void add(double x) {
    const double c = grid_.coarse(x);
    coarse_ += c;
    fine_ += grid_.fine(x - c);
  }

  double value() const { return coarse_ + fine_; }

 private:
  Grid grid_;
  double coarse_ = 0, fine_ = 0;
};

}  // namespace spinney
