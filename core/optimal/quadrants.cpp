#include "optimal/quadrants.h"

#include "base/clones.h"

#define SPINNEY_INLINE inline __attribute__((always_inline))

namespace spinney::optimal {
namespace {

// f(s, ll, lr, rl, rr) with the sums of a plane in the quarters, for every cut s.
template <class Value, class F>
SPINNEY_INLINE void each_quarter(const QuadrantSums<Value>& sums, std::size_t plane, F&& f) {
  const Value* __restrict both = sums.both + plane * sums.stride;
  const Value* __restrict second = sums.second + plane * sums.stride;
  const Value first = sums.first[plane], rest = sums.total[plane] - first;
  for (std::size_t s = 0; s < sums.n; ++s) {
    const Value p = both[s], q = second[s] - p;
    f(s, p, first - p, q, rest - q);
  }
}

template <class Value>
SPINNEY_INLINE void forbid_small(const QuadrantSums<Value>& sums, const CellShape& shape,
                                 const QuadrantScores<Value>& out) {
  if (!shape.counted) return;
  const auto least = static_cast<Value>(shape.min_count);
  constexpr Value kNo = kForbidden<Value>;
  each_quarter(sums, shape.n_planes, [&](std::size_t s, Value ll, Value lr, Value rl, Value rr) {
    out.ll[s] = ll < least ? kNo : out.ll[s];
    out.lr[s] = lr < least ? kNo : out.lr[s];
    out.rl[s] = rl < least ? kNo : out.rl[s];
    out.rr[s] = rr < least ? kNo : out.rr[s];
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

SPINNEY_INLINE double square_score(double weight, double sum) { return weight > 0 ? sum * sum / weight : 0.0; }

template <class Value>
SPINNEY_INLINE SideScores<Value> best_of(const QuadrantScores<Value>& scores, std::size_t n,
                                         Value* __restrict second_left, Value* __restrict second_right) {
  SideScores<Value> best{2 * kForbidden<Value>, 2 * kForbidden<Value>};
  for (std::size_t s = 0; s < n; ++s) {
    const Value left = scores.ll[s] + scores.lr[s], right = scores.rl[s] + scores.rr[s];
    const Value low = scores.ll[s] + scores.rl[s], high = scores.lr[s] + scores.rr[s];
    best.left = left > best.left ? left : best.left;
    best.right = right > best.right ? right : best.right;
    second_left[s] = low > second_left[s] ? low : second_left[s];
    second_right[s] = high > second_right[s] ? high : second_right[s];
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
void score_quadrants(const QuadrantSums<double>& sums, const CellShape& shape, const QuadrantScores<double>& out,
                     ClassLoss<double>) {
  score_classes(sums, shape, out);
}

SPINNEY_CLONES
void score_quadrants(const QuadrantSums<double>& sums, const CellShape& shape, const QuadrantScores<double>& out,
                     SquareLoss) {
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
SideScores<std::int32_t> best_sides(const QuadrantScores<std::int32_t>& scores, std::size_t n,
                                    std::int32_t* second_left, std::int32_t* second_right) {
  return best_of(scores, n, second_left, second_right);
}

SPINNEY_CLONES
SideScores<double> best_sides(const QuadrantScores<double>& scores, std::size_t n, double* second_left,
                              double* second_right) {
  return best_of(scores, n, second_left, second_right);
}

}  // namespace spinney::optimal
