// Order of points by their projection on the first principal component.
#include "split/principal_order.h"

#include <cmath>
#include <cstddef>

namespace spinney {
namespace {

void subtract_mean(std::vector<double>& x, const std::vector<double>& weights, std::size_t width) {
  std::vector<double> mean(width);
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    total += weights[i];
    for (std::size_t j = 0; j < width; ++j) mean[j] += weights[i] * x[i * width + j];
  }
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= mean[i % width] / total;
}

double dot(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) sum += a[j] * b[j];
  return sum;
}

}  // namespace

std::vector<double> principal_projection(const std::vector<double>& centers,
                                         const std::vector<double>& weights) {
  const std::size_t n = weights.size(), width = centers.size() / n;
  if (width == 1) return centers;
  std::vector<double> x = centers;
  subtract_mean(x, weights, width);
  // Power iteration from the most distant point: deterministic, and never orthogonal to all points.
  std::size_t far = 0;
  for (std::size_t i = 1; i < n; ++i)
    if (dot(&x[i * width], &x[i * width], width) > dot(&x[far * width], &x[far * width], width))
      far = i;
  std::vector<double> direction(x.begin() + far * width, x.begin() + (far + 1) * width),
      next(width), projection(n);
  for (int iteration = 0; iteration < 30; ++iteration) {
    next.assign(width, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const double p = weights[i] * dot(&x[i * width], direction.data(), width);
      for (std::size_t j = 0; j < width; ++j) next[j] += p * x[i * width + j];
    }
    const double length = std::sqrt(dot(next.data(), next.data(), width));
    if (!(length > 0)) break;
    for (std::size_t j = 0; j < width; ++j) direction[j] = next[j] / length;
  }
  for (std::size_t i = 0; i < n; ++i) projection[i] = dot(&x[i * width], direction.data(), width);
  return projection;
}

}  // namespace spinney
