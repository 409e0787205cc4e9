// Vectorized scores of many histogram positions.
#pragma once

#include <cstdint>
#include <limits>

namespace spinney {

inline constexpr double kForbidden = -std::numeric_limits<double>::infinity();

// Minimum hessian and rows per side, the node's totals, and the initial left sums.
struct Terms {
  double g_start, h_start, n_start, g_total, h_total, n_total, l2, min_h, min_n;
};

// newton_pair(), or minus infinity if a side is too small.
inline double score_one(double gl, double hl, double nl, const Terms& t) {
  const double gr = t.g_total - gl, hr = t.h_total - hl, nr = t.n_total - nl;
  const double a = hl + t.l2, b = hr + t.l2;
  const double score = (gl * gl * b + gr * gr * a) / (a * b);
  // Selections instead of branches: the compiler vectorizes them.
  const double h_slack = (hl < hr ? hl : hr) - t.min_h, n_slack = (nl < nr ? nl : nr) - t.min_n;
  return (h_slack < n_slack ? h_slack : n_slack) < 0 ? kForbidden : score;
}

// Score left sums given by the halves of packed words (split/gradients.h).
void score_packed(const std::int32_t* high, const std::int32_t* low, int n, const Terms& t,
                  double* scores);
void score_counted(const std::int32_t* high, const std::int32_t* low, int n, const Terms& t,
                   double* scores);

// False if no position scores at least `least`. Faster than the scores: it needs no division, and
// computes in float32 with a margin for rounding.
bool packed_may_reach(const std::int32_t* high, const std::int32_t* low, int n, const Terms& t,
                      double least);
bool counted_may_reach(const std::int32_t* high, const std::int32_t* low, int n, const Terms& t,
                       double least);

// The largest score and its first position.
struct Largest {
  double score;
  int at;
};

Largest largest(const double* scores, int n);

}  // namespace spinney
