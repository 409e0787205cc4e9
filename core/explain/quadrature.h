// Gauss-Legendre quadrature on [0, 1].
#pragma once

#include <cstddef>
#include <vector>

namespace spinney {

// Exact for polynomials of degree below 2n, where n is the number of points.
struct Quadrature {
  explicit Quadrature(std::size_t n);

  std::size_t size() const { return point.size(); }

  std::vector<double> point, weight;
};

}  // namespace spinney
