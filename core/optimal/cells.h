// Sums over rows, and the loss of a leaf.
//
// A cell is a sum over rows, in planes: the weight of each class; or the weight and the weighted
// sum of the targets. Two further planes, row counts and weights, exist if leaves have a minimum
// size. All sums are exact: integers, or numbers on a grid. The error of a leaf is the sum of the
// `max_loss` of its rows minus the score of their cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace spinney::optimal {

// Targets of rows. Identical rows of one class are merged.
template <class Value>
struct RowTargets {
  std::vector<std::uint32_t> plane;  // classes: index of the plane
  std::vector<Value> weight;
  std::vector<Value> sum;            // numbers: weight times target
  std::vector<std::uint32_t> count;  // merged rows
  std::vector<double> max_loss;      // classes: weight; numbers: weight * target^2
  std::vector<double> change;        // maximum increase of a tree's error by the row
  std::vector<double> floor;         // the row's share of the unavoidable error

  std::size_t size() const { return weight.size(); }
  RowTargets take(const std::vector<std::uint32_t>& rows) const {
    const auto pick = [&](const auto& from) {
      std::remove_cvref_t<decltype(from)> part;
      if (from.empty()) return part;
      part.resize(rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) part[i] = from[rows[i]];
      return part;
    };
    return {pick(plane),    pick(weight), pick(sum),  pick(count),
            pick(max_loss), pick(change), pick(floor)};
  }
};

// Score of a forbidden leaf: below any score, and the sum of two does not overflow.
template <class Value>
constexpr Value kForbidden = std::is_integral_v<Value> ? static_cast<Value>(-(1 << 30))
                                                       : static_cast<Value>(-1e300);

struct CellShape {
  std::size_t n_planes = 2;  // of the targets
  bool limited = false;      // two further planes: row counts and weights
  double min_count = 1, min_weight = 0;

  std::size_t size() const { return n_planes + 2 * limited; }
  template <class Value>
  bool large_enough(Value count, Value weight) const {
    return static_cast<double>(count) >= min_count && static_cast<double>(weight) >= min_weight;
  }
};

template <class Value>
void add_size(const RowTargets<Value>& rows, std::size_t i, const CellShape& shape, Value* cell,
              std::size_t stride) {
  cell[shape.n_planes * stride] += static_cast<Value>(rows.count[i]);
  cell[(shape.n_planes + 1) * stride] += rows.weight[i];
}

// Misclassification, with integer (int32) or real weights (double).
template <class T>
struct ClassLoss {
  using Value = T;

  static void add(const RowTargets<T>& rows, std::size_t i, const CellShape& shape, T* cell,
                  std::size_t stride) {
    cell[rows.plane[i] * stride] += rows.weight[i];
    if (shape.limited) add_size(rows, i, shape, cell, stride);
  }
  // Score of cell[k * stride] - less[k * less_stride].
  static T score(const T* cell, std::size_t stride, const T* less, std::size_t less_stride,
                 const CellShape& shape) {
    T best = 0;
    for (std::size_t k = 0; k < shape.n_planes; ++k)
      best = std::max<T>(best, cell[k * stride] - less[k * less_stride]);
    return best;
  }
  // Heuristic score that rewards purity, to find good splits early.
  static double purity(const T* cell, std::size_t stride, const T* less, std::size_t less_stride,
                       const CellShape& shape) {
    double squares = 0, weight = 0;
    for (std::size_t k = 0; k < shape.n_planes; ++k) {
      const auto w = static_cast<double>(cell[k * stride] - less[k * less_stride]);
      squares += w * w;
      weight += w;
    }
    return weight > 0 ? squares / weight : 0;
  }
};

// Squared error: the score is (sum of targets)^2 / weight.
struct SquareLoss {
  using Value = double;

  static void add(const RowTargets<double>& rows, std::size_t i, const CellShape& shape,
                  double* cell, std::size_t stride) {
    cell[0] += rows.weight[i];
    cell[stride] += rows.sum[i];
    if (shape.limited) add_size(rows, i, shape, cell, stride);
  }
  static double score(const double* cell, std::size_t stride, const double* less,
                      std::size_t less_stride, const CellShape&) {
    const double weight = cell[0] - less[0], sum = cell[stride] - less[less_stride];
    return weight > 0 ? sum * sum / weight : 0;
  }
  static double purity(const double* cell, std::size_t stride, const double* less,
                       std::size_t less_stride, const CellShape& shape) {
    return score(cell, stride, less, less_stride, shape);
  }
};

using CountedClasses = ClassLoss<std::int32_t>;
using WeightedClasses = ClassLoss<double>;

}  // namespace spinney::optimal
