// Dot product with eight partial sums.
#include "base/dot.h"

#include "base/clones.h"

namespace spinney {

SPINNEY_CLONES
double dot(const double* a, const double* b, std::size_t n) {
  double sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += a[i + k] * b[i + k];
  double sum = 0;
  for (; i < n; ++i) sum += a[i] * b[i];
  for (const double s : sums) sum += s;
  return sum;
}

}  // namespace spinney
