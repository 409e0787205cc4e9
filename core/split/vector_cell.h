// Histogram cells of several channels of gradients, for trees with a value per score. All channels
// of a row share one hessian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "split/gradients.h"

namespace spinney {

inline constexpr std::size_t kMaxChannels = 6;  // with hessian and count a cell has eight numbers

// Sums over rows. Unused channels are 0.
struct VectorSums {
  std::array<std::int64_t, kMaxChannels> gradient{};
  std::int64_t hessian = 0, count = 0;

  VectorSums& operator+=(const VectorSums& o) {
    for (std::size_t c = 0; c < kMaxChannels; ++c) gradient[c] += o.gradient[c];
    hessian += o.hessian;
    count += o.count;
    return *this;
  }
  friend VectorSums operator-(VectorSums a, const VectorSums& b) {
    for (std::size_t c = 0; c < kMaxChannels; ++c) a.gradient[c] -= b.gradient[c];
    a.hessian -= b.hessian;
    a.count -= b.count;
    return a;
  }
  double g(std::size_t c) const { return static_cast<double>(gradient[c]); }
  double h() const { return static_cast<double>(hessian); }
};

// T is std::int32_t for gradients rounded to small integers, else std::int64_t.
template <class T>
struct alignas(4 * sizeof(T)) VectorCell {
  static constexpr bool kCounts = true;
  static constexpr std::size_t kHessian = kMaxChannels, kCount = kMaxChannels + 1, kLanes = 8;
  using Sums = VectorSums;
  T lanes[kLanes] = {};

  VectorCell& operator+=(const VectorCell& o) {
    for (std::size_t i = 0; i < kLanes; ++i) lanes[i] += o.lanes[i];
    return *this;
  }
  VectorCell& operator-=(const VectorCell& o) {
    for (std::size_t i = 0; i < kLanes; ++i) lanes[i] -= o.lanes[i];
    return *this;
  }
  static const VectorCell& from(const VectorCell& row) { return row; }
  bool empty() const { return lanes[kCount] == 0; }
  VectorSums sums() const {
    VectorSums all;
    for (std::size_t c = 0; c < kMaxChannels; ++c) all.gradient[c] = lanes[c];
    all.hessian = lanes[kHessian];
    all.count = lanes[kCount];
    return all;
  }
};

using PackedVector = VectorCell<std::int32_t>;
using PreciseVector = VectorCell<std::int64_t>;

template <class Cell>
inline constexpr bool kIsVector = std::is_same_v<typename Cell::Sums, VectorSums>;

// Both sides' scores of all channels together: newton_pair() of sums of squares.
inline double newton_pair(const VectorSums& left, const VectorSums& right, const NewtonPenalty& p) {
  double l = 0, r = 0;
  if (!p.plain()) {
    for (std::size_t c = 0; c < kMaxChannels; ++c)
      l += newton_score(left.g(c), left.h(), p) + newton_score(right.g(c), right.h(), p);
    return l;
  }
  for (std::size_t c = 0; c < kMaxChannels; ++c) {
    l += left.g(c) * left.g(c);
    r += right.g(c) * right.g(c);
  }
  const double a = left.h() + p.l2, b = right.h() + p.l2;
  return (l * b + r * a) / (a * b);
}
inline double newton_pair(const GradientSums& left, const GradientSums& right,
                          const NewtonPenalty& p) {
  return newton_pair(left.g(), left.h(), right.g(), right.h(), p);
}

// Conversions between sums of all channels and the first channel plus the others.
inline void put_sums(const GradientSums& from, GradientSums& first, std::vector<std::int64_t>&) {
  first = from;
}
inline void put_sums(const VectorSums& from, GradientSums& first, std::vector<std::int64_t>& rest) {
  first = {from.gradient[0], from.hessian, from.count};
  rest.assign(from.gradient.begin() + 1, from.gradient.end());
}
template <class Sums>
Sums get_sums(const GradientSums& first, const std::vector<std::int64_t>& rest) {
  if constexpr (std::is_same_v<Sums, GradientSums>) {
    return first;
  } else {
    VectorSums all{{first.gradient}, first.hessian, first.count};
    for (std::size_t c = 0; c < rest.size(); ++c) all.gradient[c + 1] = rest[c];
    return all;
  }
}

}  // namespace spinney
