// Principal axes of the numeric columns.
#include "split/principal_axes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/clones.h"
#include "base/dot.h"
#include "split/each_value.h"
#include "split/node_cells.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = 512;    // rows
constexpr int kSweeps = 40;            // maximum Jacobi sweeps
constexpr double kConverged = 1e-14;   // maximum cosine between two rows
constexpr double kNoVariance = 1e-12;  // relative to the first axis

struct Number {
  std::uint32_t feature;
  Spread spread;
};

std::vector<Number> varying_numbers(const EncodedMatrix& matrix, const std::vector<Row>& rows,
                                    const std::vector<double>& weight, Interrupt& interrupt) {
  std::vector<Number> numbers;
  std::vector<double> x(rows.size());
  for (std::uint32_t f = 0; f < matrix.columns.size(); ++f) {
    interrupt.poll();
    if (matrix.columns[f].categorical) continue;
    each_value(matrix.columns[f], rows.data(), rows.size(),
               [&](std::size_t i, double value) { x[i] = value; });
    const Spread spread = spread_of(x.data(), weight.data(), rows.size());
    if (spread.varies) numbers.push_back({f, spread});
  }
  return numbers;
}

// Covariance sums, row-major, symmetric.
std::vector<double> covariance(const EncodedMatrix& matrix, const std::vector<Number>& numbers,
                               const std::vector<Row>& rows, const std::vector<double>& weight,
                               Interrupt& interrupt) {
  const std::size_t p = numbers.size();
  std::vector<double> sums(p * p), z(p * kBlock);
  for (std::size_t begin = 0; begin < rows.size(); begin += kBlock) {
    const std::size_t n = std::min(kBlock, rows.size() - begin);
    for (std::size_t a = 0; a < p; ++a) {
      interrupt.poll();
      const auto spread = numbers[a].spread;
      each_value(matrix.columns[numbers[a].feature], &rows[begin], n, [&](std::size_t i, double x) {
        const double size = std::sqrt(weight[begin + i]);
        z[a * kBlock + i] = x == x ? (x - spread.mean) / spread.deviation * size : 0.0;
      });
      for (std::size_t b = 0; b <= a; ++b)
        sums[a * p + b] += dot(&z[a * kBlock], &z[b * kBlock], n);
    }
  }
  for (std::size_t a = 0; a < p; ++a)
    for (std::size_t b = 0; b < a; ++b) sums[b * p + a] = sums[a * p + b];
  return sums;
}

SPINNEY_CLONES
void rotate(double* __restrict a, double* __restrict b, std::size_t n, double c, double s) {
  for (std::size_t i = 0; i < n; ++i) {
    const double x = a[i], y = b[i];
    a[i] = c * x - s * y;
    b[i] = s * x + c * y;
  }
}

// One-sided Jacobi: rotate pairs of rows of a symmetric matrix until all are orthogonal. The
// rotations applied to the identity give the eigenvectors (rows); the lengths of the rotated rows
// are the eigenvalues.
std::vector<double> eigenvectors(std::vector<double>& matrix, std::size_t p, Interrupt& interrupt) {
  std::vector<double> vectors(p * p);
  for (std::size_t a = 0; a < p; ++a) vectors[a * p + a] = 1;
  bool rotated = true;
  for (int sweep = 0; sweep < kSweeps && rotated; ++sweep) {
    rotated = false;
    for (std::size_t a = 0; a < p; ++a)
      for (std::size_t b = a + 1; b < p; ++b) {
        interrupt.poll();
        double *x = &matrix[a * p], *y = &matrix[b * p];
        const double xx = dot(x, x, p), yy = dot(y, y, p), xy = dot(x, y, p);
        if (!(std::abs(xy) > kConverged * std::sqrt(xx * yy))) continue;
        rotated = true;
        const double cotangent = (yy - xx) / (2 * xy);
        const double t =
            (cotangent < 0 ? -1 : 1) / (std::abs(cotangent) + std::sqrt(1 + cotangent * cotangent));
        const double c = 1 / std::sqrt(1 + t * t), s = c * t;
        rotate(x, y, p, c, s);
        rotate(&vectors[a * p], &vectors[b * p], p, c, s);
      }
  }
  return vectors;
}

// The sign makes the largest coefficient positive.
Direction make_axis(const std::vector<Number>& numbers, const double* vector) {
  const std::size_t p = numbers.size();
  const double* largest = std::max_element(
      vector, vector + p, [](double a, double b) { return std::abs(a) < std::abs(b); });
  Direction axis;
  for (std::size_t a = 0; a < p; ++a) {
    const double factor = vector[a] * (*largest < 0 ? -1 : 1);
    if (factor != 0)
      axis.terms.push_back(
          {numbers[a].feature, factor / numbers[a].spread.deviation, numbers[a].spread.mean, 0});
  }
  return axis;
}

}  // namespace

std::vector<Direction> principal_axes(const EncodedMatrix& matrix, const Targets& targets,
                                      Interrupt& interrupt) {
  std::vector<Row> rows(matrix.n_rows);
  std::iota(rows.begin(), rows.end(), Row{0});
  std::vector<double> weight(matrix.n_rows);
  for (const Row r : rows) weight[r] = targets.weight_of(r);
  const auto numbers = varying_numbers(matrix, rows, weight, interrupt);
  const std::size_t p = numbers.size();
  std::vector<double> spread = covariance(matrix, numbers, rows, weight, interrupt);
  const std::vector<double> vectors = eigenvectors(spread, p, interrupt);
  std::vector<std::pair<double, std::size_t>> order;  // by variance
  for (std::size_t a = 0; a < p; ++a)
    order.emplace_back(-std::sqrt(dot(&spread[a * p], &spread[a * p], p)), a);
  std::sort(order.begin(), order.end());
  std::vector<Direction> axes;
  for (const auto& [variance, a] : order)
    if (variance < kNoVariance * order[0].first)
      axes.push_back(make_axis(numbers, &vectors[a * p]));
  return axes;
}

}  // namespace spinney
