#include "explain/quadrature.h"

#include <cmath>
#include <numbers>

namespace spinney {

// The roots of the Legendre polynomial by Newton's method, in extended precision.
Quadrature::Quadrature(std::size_t n) : point(n), weight(n) {
  const auto degree = static_cast<long double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const long double start = (static_cast<long double>(i) + 0.75L) / (degree + 0.5L);
    long double x = std::cos(std::numbers::pi_v<long double> * start);
    long double slope = 1;
    for (int step = 0; step < 20; ++step) {
      long double last = 1, current = x;
      for (std::size_t k = 2; k <= n; ++k) {
        const auto order = static_cast<long double>(k);
        const long double next = ((2 * order - 1) * x * current - (order - 1) * last) / order;
        last = current;
        current = next;
      }
      slope = degree * (x * current - last) / (x * x - 1);
      const long double change = current / slope;
      x -= change;
      if (std::abs(change) < 1e-18L) break;
    }
    point[i] = static_cast<double>((1 - x) / 2);
    weight[i] = static_cast<double>(1 / ((1 - x * x) * slope * slope));
  }
}

}  // namespace spinney
