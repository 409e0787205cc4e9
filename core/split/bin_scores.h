// The scores of many positions at once, in vector code.
#pragma once

#include <cstdint>
#include <limits>

namespace spinney {

inline constexpr double kForbidden = -std::numeric_limits<double>::infinity();

// What a side must have, and where the left one starts.
struct Terms {
  double g_start, h_start, n_start, g_total, h_total, n_total, l2, min_h, min_n;
};

// newton_pair(), forbidden where a side has too little.
inline double score_one(double gl, double hl, double nl, const Terms& t) {
  const double gr = t.g_total - gl, hr = t.h_total - hl, nr = t.n_total - nl;
  const double a = hl + t.l2, b = hr + t.l2;
  const double score = (gl * gl * b + gr * gr * a) / (a * b);
  // Selections, not branches: the compiler makes vectors of them.
  const double h_slack = (hl < hr ? hl : hr) - t.min_h, n_slack = (nl < nr ? nl : nr) - t.min_n;
  return (h_slack < n_slack ? h_slack : n_slack) < 0 ? kForbidden : score;
}

// From the halves of the words (split/gradients.h) of the left sides.
void score_packed(const std::int32_t* high, const std::int32_t* low, int n, const Terms& t,
                  double* scores);
void score_counted(const std::int32_t* high, const std::int32_t* low, int n, const Terms& t,
                   double* scores);

// The largest score and its first place.
struct Largest {
  double score;
  int at;
};

Largest largest(const double* scores, int n);

}  // namespace spinney
