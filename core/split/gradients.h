// Gradients and hessians of rows as integers. Sums are exact: independent of the order of
// additions, and a child is its parent minus its sibling.
#pragma once

#include <cstddef>
#include <cstdint>

#include "criterion/newton.h"

namespace spinney {

// Sums over rows. Rows are counted only if the histogram cells count them.
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
  bool empty() const { return gradient == 0 && hessian == 0; }
  double g() const { return static_cast<double>(gradient); }
  double h() const { return static_cast<double>(hessian); }
};

// Packed cell: gradient in the high half, non-negative hessian in the low half of a word, so one
// addition adds both. Sums over all rows must fit 31 bits each.
struct Packed {
  static constexpr bool kCounts = false;
  using Sums = GradientSums;
  std::int64_t word = 0;

  static Packed of(std::int64_t gradient, std::int64_t hessian) {
    return {static_cast<std::int64_t>((static_cast<std::uint64_t>(gradient) << 32) +
                                      static_cast<std::uint64_t>(hessian))};
  }
  Packed& operator+=(Packed o) {
    word += o.word;
    return *this;
  }
  Packed& operator-=(Packed o) {
    word -= o.word;
    return *this;
  }
  static Packed from(Packed row) { return row; }
  bool empty() const { return word == 0; }
  std::int32_t gradient() const { return static_cast<std::int32_t>(word >> 32); }
  std::int32_t hessian() const { return static_cast<std::int32_t>(word); }
  std::int64_t count() const { return 0; }
  GradientSums sums() const { return {gradient(), hessian(), 0}; }
};

// Packed cell for small nodes, with a row count: 28, 25 and 11 bits.
struct Counted {
  static constexpr bool kCounts = true;
  using Sums = GradientSums;
  static constexpr std::size_t kMaxRows = 1024;  // with 15 bits and a sign per row
  std::int64_t word = 0;

  static Counted from(Packed row) {
    return {static_cast<std::int64_t>(
        (static_cast<std::uint64_t>(static_cast<std::int64_t>(row.gradient())) << 36) +
        (static_cast<std::uint64_t>(row.hessian()) << 11) + 1)};
  }
  Counted& operator+=(Counted o) {
    word += o.word;
    return *this;
  }
  Counted& operator-=(Counted o) {
    word -= o.word;
    return *this;
  }
  bool empty() const { return word == 0; }
  std::int32_t gradient() const { return static_cast<std::int32_t>(word >> 36); }
  std::int32_t hessian() const { return static_cast<std::int32_t>(word >> 11 & 0x1FFFFFF); }
  std::int32_t count() const { return static_cast<std::int32_t>(word & 0x7FF); }
  GradientSums sums() const { return {gradient(), hessian(), count()}; }
};

// Cell with full precision and a row count.
struct Precise {
  static constexpr bool kCounts = true;
  using Sums = GradientSums;
  GradientSums all;

  static Precise of(std::int64_t gradient, std::int64_t hessian) {
    return {{gradient, hessian, 1}};
  }
  static Precise from(const Precise& row) { return row; }
  static Precise from(Packed row) { return of(row.gradient(), row.hessian()); }
  Precise& operator+=(const Precise& o) {
    all += o.all;
    return *this;
  }
  Precise& operator-=(const Precise& o) {
    all -= o.all;
    return *this;
  }
  bool empty() const { return all.count == 0; }
  std::int64_t gradient() const { return all.gradient; }
  std::int64_t hessian() const { return all.hessian; }
  std::int64_t count() const { return all.count; }
  GradientSums sums() const { return all; }
};

}  // namespace spinney
