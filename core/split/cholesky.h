// Cholesky solver for small linear systems.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace spinney {

// Solve matrix x = y in place of y. The matrix is positive definite; its lower half is overwritten.
inline void solve_positive(std::vector<double>& matrix, std::vector<double>& y) {
  const std::size_t p = y.size();
  for (std::size_t a = 0; a < p; ++a) {
    const double own = matrix[a * p + a];
    for (std::size_t b = 0; b <= a; ++b) {
      double rest = matrix[a * p + b];
      for (std::size_t k = 0; k < b; ++k) rest -= matrix[a * p + k] * matrix[b * p + k];
      // Keep the pivot positive despite rounding.
      matrix[a * p + b] =
          a == b ? std::sqrt(std::max(rest, 1e-14 * own)) : rest / matrix[b * p + b];
    }
    for (std::size_t b = 0; b < a; ++b) y[a] -= matrix[a * p + b] * y[b];
    y[a] /= matrix[a * p + a];
  }
  for (std::size_t a = p; a-- > 0;) {
    for (std::size_t b = a + 1; b < p; ++b) y[a] -= matrix[b * p + a] * y[b];
    y[a] /= matrix[a * p + a];
  }
}

}  // namespace spinney
