// Vectorized over positions: the channels are added one after the other.
#include "split/vector_scan.h"

#include <algorithm>

#include "base/clones.h"

namespace spinney {
namespace {

// Adds the squares of a channel's left and right sums.
SPINNEY_CLONES
void add_squares(const double* __restrict sums, double total, int n, double* __restrict left,
                 double* __restrict right) {
  for (int i = 0; i < n; ++i) {
    const double l = sums[i], r = total - l;
    left[i] += l * l;
    right[i] += r * r;
  }
}

SPINNEY_CLONES
void finish_scores(const double* __restrict left, const double* __restrict right,
                   const double* __restrict hessian, const double* __restrict count, double h_total,
                   double n_total, VectorScan::Limits limits, int n, double* __restrict scores) {
  for (int i = 0; i < n; ++i) {
    const double hl = hessian[i], hr = h_total - hl, nl = count[i], nr = n_total - nl;
    const double a = hl + limits.l2, b = hr + limits.l2;
    const double score = (left[i] * b + right[i] * a) / (a * b);
    const double h_slack = (hl < hr ? hl : hr) - limits.min_hessian,
                 n_slack = (nl < nr ? nl : nr) - limits.min_count;
    scores[i] = (h_slack < n_slack ? h_slack : n_slack) < 0 ? kForbidden : score;
  }
}

}  // namespace

template <bool kAll, class T>
std::size_t VectorScan::score(const VectorCell<T>* slots, std::size_t n, const VectorSums& start,
                              const VectorSums& total, std::size_t n_channels, const Limits& limits,
                              double* scores) {
  using Cell = VectorCell<T>;
  if (left_.size() < n) {
    lanes_.resize(Cell::kLanes * n);
    left_.resize(n);
    right_.resize(n);
  }
  const std::size_t stride = left_.size();
  const auto lane = [&](std::size_t i) { return lanes_.data() + i * stride; };
  Cell left{};
  for (std::size_t c = 0; c < n_channels; ++c) left.lanes[c] = static_cast<T>(start.gradient[c]);
  left.lanes[Cell::kHessian] = static_cast<T>(start.hessian);
  left.lanes[Cell::kCount] = static_cast<T>(start.count);
  std::size_t m = 0;
  for (std::size_t b = 0; b < n; ++b) {
    left += slots[b];
    for (std::size_t i = 0; i < Cell::kLanes; ++i) lane(i)[m] = static_cast<double>(left.lanes[i]);
    m += kAll || !slots[b].empty();
  }
  const auto size = static_cast<int>(m);
  std::fill_n(left_.begin(), m, 0.0);
  std::fill_n(right_.begin(), m, 0.0);
  for (std::size_t c = 0; c < n_channels; ++c)
    add_squares(lane(c), total.g(c), size, left_.data(), right_.data());
  finish_scores(left_.data(), right_.data(), lane(Cell::kHessian), lane(Cell::kCount), total.h(),
                static_cast<double>(total.count), limits, size, scores);
  return m;
}

template std::size_t VectorScan::score<true>(const PackedVector*, std::size_t, const VectorSums&,
                                             const VectorSums&, std::size_t, const Limits&,
                                             double*);
template std::size_t VectorScan::score<false>(const PackedVector*, std::size_t, const VectorSums&,
                                              const VectorSums&, std::size_t, const Limits&,
                                              double*);
template std::size_t VectorScan::score<true>(const PreciseVector*, std::size_t, const VectorSums&,
                                             const VectorSums&, std::size_t, const Limits&,
                                             double*);
template std::size_t VectorScan::score<false>(const PreciseVector*, std::size_t, const VectorSums&,
                                              const VectorSums&, std::size_t, const Limits&,
                                              double*);

}  // namespace spinney
