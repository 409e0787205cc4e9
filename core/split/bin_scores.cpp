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
