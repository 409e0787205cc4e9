// What is added up over rows, and what a leaf makes of it.
//
// A cell is a sum over some rows, in planes: the weight of each class; or the weight and the sum of
// the targets. Two more planes, of row counts and weights, are there where leaves must have a least
// size. All sums are exact: whole numbers, or numbers on a grid. A leaf's error is what all its
// rows could cost (the sum of their `max_loss`) less the score of their cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace spinney::optimal {

// The target of rows. Equal rows (of one class) count as one.
template <class Value>
struct RowTargets {
  std::vector<std::uint32_t> plane;  // classes: the plane to add to
  std::vector<Value> weight;
  std::vector<Value> sum;            // numbers: weight times target
  std::vector<std::uint32_t> count;  // rows that count as this one
  std::vector<double> max_loss;      // classes: the weight; numbers: weight times squared target
  std::vector<double> change;        // what adding the row to a tree can cost at most
  std::vector<double> floor;         // the row's share of the error that no tree can avoid

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

// Forbids a leaf: no score is so low, and the sum of two is still a number.
template <class Value>
constexpr Value kForbidden = std::is_integral_v<Value> ? static_cast<Value>(-(1 << 30))
                                                       : static_cast<Value>(-1e300);

struct CellShape {
  std::size_t n_planes = 2;  // of the targets
  bool limited = false;      // there are two planes more, with the number of rows and their weight
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

// Classes of whole weights (Value int32) or of any (double).
template <class T>
struct ClassLoss {
  using Value = T;

  static void add(const RowTargets<T>& rows, std::size_t i, const CellShape& shape, T* cell,
                  std::size_t stride) {
    cell[rows.plane[i] * stride] += rows.weight[i];
    if (shape.limited) add_size(rows, i, shape, cell, stride);
  }
  // Of cell[k * stride] - less[k * less_stride].
  static T score(const T* cell, std::size_t stride, const T* less, std::size_t less_stride,
                 const CellShape& shape) {
    T best = 0;
    for (std::size_t k = 0; k < shape.n_planes; ++k)
      best = std::max<T>(best, cell[k * stride] - less[k * less_stride]);
    return best;
  }
  // A score that rewards purity beyond the majority, to find good splits early.
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

// Numbers by squared error: the score is (sum of targets)^2 / weight.
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
