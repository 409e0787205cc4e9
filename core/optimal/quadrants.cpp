// Scores of the quadrants of two cuts.
#include "optimal/quadrants.h"

#include "base/clones.h"

#define SPINNEY_INLINE inline __attribute__((always_inline))

namespace spinney::optimal {
namespace {

// Call f(s, ll, lr, rl, rr) with the sums of a plane in the quadrants, for every second cut s.
template <class Value, class F>
SPINNEY_INLINE void each_quarter(const QuadrantSums<Value>& sums, std::size_t plane, F&& f) {
  const Value* __restrict both = sums.both + plane * sums.both_stride;
  const Value* __restrict second = sums.second + plane * sums.second_stride;
  const Value first = sums.first[plane], rest = sums.total[plane] - first;
  for (std::size_t s = 0; s < sums.n; ++s) {
    const Value p = both[s], q = second[s] - p;
    f(s, p, first - p, q, rest - q);
  }
}

template <class Value>
SPINNEY_INLINE void forbid_small(const QuadrantSums<Value>& sums, const CellShape& shape,
                                 const QuadrantScores<Value>& out) {
  if (!shape.limited) return;
  constexpr Value kNo = kForbidden<Value>;
  const double minimum[2] = {shape.min_count, shape.min_weight};
  for (std::size_t k = 0; k < 2; ++k)
    each_quarter(sums, shape.n_planes + k,
                 [&](std::size_t s, Value ll, Value lr, Value rl, Value rr) {
                   out.ll[s] = static_cast<double>(ll) < minimum[k] ? kNo : out.ll[s];
                   out.lr[s] = static_cast<double>(lr) < minimum[k] ? kNo : out.lr[s];
                   out.rl[s] = static_cast<double>(rl) < minimum[k] ? kNo : out.rl[s];
                   out.rr[s] = static_cast<double>(rr) < minimum[k] ? kNo : out.rr[s];
                 });
}

template <class Value>
SPINNEY_INLINE void score_classes(const QuadrantSums<Value>& sums, const CellShape& shape,
                                  const QuadrantScores<Value>& out) {
  Value* __restrict a = out.ll;
  Value* __restrict b = out.lr;
  Value* __restrict c = out.rl;
  Value* __restrict d = out.rr;
  each_quarter(sums, 0, [&](std::size_t s, Value ll, Value lr, Value rl, Value rr) {
    a[s] = ll;
    b[s] = lr;
    c[s] = rl;
    d[s] = rr;
  });
  for (std::size_t k = 1; k < shape.n_planes; ++k)
    each_quarter(sums, k, [&](std::size_t s, Value ll, Value lr, Value rl, Value rr) {
      a[s] = ll > a[s] ? ll : a[s];
      b[s] = lr > b[s] ? lr : b[s];
      c[s] = rl > c[s] ? rl : c[s];
      d[s] = rr > d[s] ? rr : d[s];
    });
  forbid_small(sums, shape, out);
}

SPINNEY_INLINE double square_score(double weight, double sum) {
  return weight > 0 ? sum * sum / weight : 0.0;
}

template <class Value>
SPINNEY_INLINE BestPair<Value> best_of(const QuadrantScores<Value>& scores, std::size_t n,
                                       std::uint32_t by, const SideScores<Value>& second) {
  const Value* __restrict ll = scores.ll, * __restrict lr = scores.lr;
  const Value* __restrict rl = scores.rl, * __restrict rr = scores.rr;
  BestPair<Value> best{2 * kForbidden<Value>, 2 * kForbidden<Value>};
  for (std::size_t s = 0; s < n; ++s) {
    const Value left = ll[s] + lr[s], right = rl[s] + rr[s];
    best.left = left > best.left ? left : best.left;
    best.right = right > best.right ? right : best.right;
  }
  Value* __restrict left = second.left, * __restrict right = second.right;
  std::uint32_t* __restrict left_by = second.left_by, * __restrict right_by = second.right_by;
  for (std::size_t s = 0; s < n; ++s) {
    const Value low = ll[s] + rl[s], high = lr[s] + rr[s];
    left_by[s] = low > left[s] ? by : left_by[s];
    left[s] = low > left[s] ? low : left[s];
    right_by[s] = high > right[s] ? by : right_by[s];
    right[s] = high > right[s] ? high : right[s];
  }
  return best;
}

}  // namespace

SPINNEY_CLONES
void score_quadrants(const QuadrantSums<std::int32_t>& sums, const CellShape& shape,
                     const QuadrantScores<std::int32_t>& out, ClassLoss<std::int32_t>) {
  score_classes(sums, shape, out);
}

SPINNEY_CLONES
void score_quadrants(const QuadrantSums<double>& sums, const CellShape& shape,
                     const QuadrantScores<double>& out, ClassLoss<double>) {
  score_classes(sums, shape, out);
}

SPINNEY_CLONES
void score_quadrants(const QuadrantSums<double>& sums, const CellShape& shape,
                     const QuadrantScores<double>& out, SquareLoss) {
  const double* __restrict weights = sums.both;
  const double* __restrict second_weights = sums.second;
  const double first = sums.first[0], rest = sums.total[0] - first;
  each_quarter(sums, 1, [&](std::size_t s, double ll, double lr, double rl, double rr) {
    const double p = weights[s], q = second_weights[s] - p;
    out.ll[s] = square_score(p, ll);
    out.lr[s] = square_score(first - p, lr);
    out.rl[s] = square_score(q, rl);
    out.rr[s] = square_score(rest - q, rr);
  });
  forbid_small(sums, shape, out);
}

SPINNEY_CLONES
BestPair<std::int32_t> best_sides(const QuadrantScores<std::int32_t>& scores, std::size_t n,
                                  std::uint32_t by, const SideScores<std::int32_t>& second) {
  return best_of(scores, n, by, second);
}

SPINNEY_CLONES
BestPair<double> best_sides(const QuadrantScores<double>& scores, std::size_t n, std::uint32_t by,
                            const SideScores<double>& second) {
  return best_of(scores, n, by, second);
}

}  // namespace spinney::optimal
