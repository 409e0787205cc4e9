// Vectorized scores of many histogram positions.
#include "split/bin_scores.h"

#include "base/clones.h"

namespace spinney {

SPINNEY_CLONES
void score_packed(const std::int32_t* __restrict high, const std::int32_t* __restrict low, int n,
                  const Terms& t, double* __restrict scores) {
  const Terms own = t;
  for (int i = 0; i < n; ++i)
    scores[i] = score_one(high[i] + own.g_start, low[i] + own.h_start, own.n_start, own);
}

SPINNEY_CLONES
void score_counted(const std::int32_t* __restrict high, const std::int32_t* __restrict low, int n,
                   const Terms& t, double* __restrict scores) {
  const Terms own = t;
  for (int i = 0; i < n; ++i) {
    const std::int32_t h = (high[i] & 15) << 21 | (low[i] >> 11 & 0x1FFFFF), count = low[i] & 0x7FF;
    scores[i] = score_one((high[i] >> 4) + own.g_start, h + own.h_start, count + own.n_start, own);
  }
}

namespace {

// Larger penalties could overflow float32.
constexpr double kMaxPenalty = 0x1p40;

// Integers, so that the sums of the right side have no rounding error relative to their size.
struct ReachTerms {
  std::int32_t g_start, h_start, g_total, h_total;
  float l2, least;

  ReachTerms(const Terms& t, double at_least)
      : g_start(static_cast<std::int32_t>(t.g_start)),
        h_start(static_cast<std::int32_t>(t.h_start)),
        g_total(static_cast<std::int32_t>(t.g_total)),
        h_total(static_cast<std::int32_t>(t.h_total)),
        l2(static_cast<float>(t.l2)),
        least(static_cast<float>(at_least * (1 - 1e-5))) {}
};

inline int may_reach(std::int32_t g, std::int32_t h, const ReachTerms& t) {
  const auto gl = static_cast<float>(g), gr = static_cast<float>(t.g_total - g);
  const float a = static_cast<float>(h) + t.l2, b = static_cast<float>(t.h_total - h) + t.l2;
  return gl * gl * b + gr * gr * a >= t.least * a * b;
}

}  // namespace

SPINNEY_CLONES
bool packed_may_reach(const std::int32_t* __restrict high, const std::int32_t* __restrict low,
                      int n, const Terms& terms, double least) {
  if (!(least > 0) || terms.l2 > kMaxPenalty) return true;
  const ReachTerms t(terms, least);
  int any = 0;
  for (int i = 0; i < n; ++i) any |= may_reach(high[i] + t.g_start, low[i] + t.h_start, t);
  return any != 0;
}

SPINNEY_CLONES
bool counted_may_reach(const std::int32_t* __restrict high, const std::int32_t* __restrict low,
                       int n, const Terms& terms, double least) {
  if (!(least > 0) || terms.l2 > kMaxPenalty) return true;
  const ReachTerms t(terms, least);
  int any = 0;
  for (int i = 0; i < n; ++i) {
    const std::int32_t h = (high[i] & 15) << 21 | (low[i] >> 11 & 0x1FFFFF);
    any |= may_reach((high[i] >> 4) + t.g_start, h + t.h_start, t);
  }
  return any != 0;
}

SPINNEY_CLONES
Largest largest(const double* __restrict scores, int n) {
  constexpr int kBlock = 32;
  Largest best{kForbidden, 0};
  int begin = 0;
  for (; begin + kBlock <= n; begin += kBlock) {
    double top[4] = {kForbidden, kForbidden, kForbidden, kForbidden};
    for (int i = begin; i < begin + kBlock; i += 4)
      for (int k = 0; k < 4; ++k) top[k] = scores[i + k] > top[k] ? scores[i + k] : top[k];
    const double left = top[0] > top[1] ? top[0] : top[1],
                 right = top[2] > top[3] ? top[2] : top[3];
    const double larger = left > right ? left : right;
    if (larger > best.score) best = {larger, begin};
  }
  for (; begin < n; ++begin)
    if (scores[begin] > best.score) best = {scores[begin], begin};
  while (best.at < n && scores[best.at] != best.score) ++best.at;
  return best;
}

}  // namespace spinney
