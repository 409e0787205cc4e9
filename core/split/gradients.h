// Gradients and hessians of rows as whole numbers, so that sums are exact: the same for any order of additions, and a
// child is its parent less its sibling.
#pragma once

#include <cstdint>

#include "criterion/newton.h"

namespace spinney {

// Sums of some rows. Rows are counted only where the cells of a histogram do so.
struct GradientSums {
  std::int64_t gradient = 0, hessian = 0, count = 0;

  GradientSums& operator+=(const GradientSums& o) {
    gradient += o.gradient;
    hessian += o.hessian;
    count += o.count;
    return *this;
  }
  GradientSums& operator-=(const GradientSums& o) {
    gradient -= o.gradient;
    hessian -= o.hessian;
    count -= o.count;
    return *this;
  }
  friend GradientSums operator-(GradientSums a, const GradientSums& b) { return a -= b; }
  friend bool operator==(const GradientSums&, const GradientSums&) = default;
  double g() const { return static_cast<double>(gradient); }
  double h() const { return static_cast<double>(hessian); }
};

// Small numbers, both in one word: the gradient in the high half, the hessian (not negative) in the low half. One
// addition serves both. Sums of all rows must fit 31 bits each.
struct Packed {
  static constexpr bool kCounts = false;
  std::int64_t word = 0;

  static Packed of(std::int64_t gradient, std::int64_t hessian) {
    return {
        static_cast<std::int64_t>((static_cast<std::uint64_t>(gradient) << 32) + static_cast<std::uint64_t>(hessian))};
  }
  Packed& operator+=(Packed o) {
    word += o.word;
    return *this;
  }
  Packed& operator-=(Packed o) {
    word -= o.word;
    return *this;
  }
  bool empty() const { return word == 0; }
  std::int32_t gradient() const { return static_cast<std::int32_t>(word >> 32); }
  std::int32_t hessian() const { return static_cast<std::int32_t>(word); }
  GradientSums sums() const { return {gradient(), hessian(), 0}; }
};

// Numbers with all digits that count, and a count of rows.
struct Precise {
  static constexpr bool kCounts = true;
  GradientSums all;

  static Precise of(std::int64_t gradient, std::int64_t hessian) { return {{gradient, hessian, 1}}; }
  Precise& operator+=(const Precise& o) {
    all += o.all;
    return *this;
  }
  Precise& operator-=(const Precise& o) {
    all -= o.all;
    return *this;
  }
  bool empty() const { return all.count == 0; }
  GradientSums sums() const { return all; }
};

}  // namespace spinney
