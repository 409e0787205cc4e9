// Sums whose value does not depend on the order of the terms.
//
// Every term is rounded to a multiple of a power of two, coarse enough that no sum of n terms can round again: the
// additions are then exact. A second, finer grid keeps the remainder, so that nothing of note is lost.
#pragma once

#include <cmath>
#include <cstddef>

namespace spinney {

class Grid {
 public:
  Grid() = default;

  // For sums of up to n terms of magnitude at most `largest`.
  Grid(double largest, std::size_t n) {
    if (!(largest > 0)) largest = 1;
    const int exponent = std::ilogb(largest) + 1;
    const int rows = std::ilogb(static_cast<double>(n)) + 1;
    const int unit = exponent + rows - 51;  // n * largest <= 2^51 units
    coarse_ = std::ldexp(1.5, unit + 52);
    fine_ = std::ldexp(1.5, unit + rows - 51 + 52);
  }

  double coarse(double x) const { return (x + coarse_) - coarse_; }

  // What coarse() left behind, on the finer grid.
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
