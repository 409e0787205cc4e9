// Logistic regression of the side that a row should go to.
#include "split/logistic_model.h"

#include <algorithm>
#include <cmath>

#include "base/dot.h"
#include "split/cholesky.h"

namespace spinney {
namespace {

constexpr int kSteps = 12;           // maximum Newton steps; the first is least squares
constexpr double kSmallStep = 1e-2;  // relative to the coefficients: converged
constexpr double kRidge = 1e-5;      // per weight
constexpr double kMinWeight = 1e-6;  // minimum weight of a row far from the border

}  // namespace

const std::vector<double>& LogisticModel::fit(const NodeCells& cells,
                                              const std::vector<std::uint32_t>& columns,
                                              bool with_squares, const std::vector<double>& right) {
  gather(cells, columns, with_squares);
  coefficients_.assign(p_, 0.0);
  for (int i = 0; i < kSteps; ++i) {
    update_row_weights(cells, right);
    if (!step()) break;
  }
  return coefficients_;
}

void LogisticModel::gather(const NodeCells& cells, const std::vector<std::uint32_t>& columns,
                           bool with_squares) {
  n_ = cells.n_rows();
  p_ = columns.size() + (with_squares ? 2 : 1);
  z_.resize(p_ * n_);
  for (std::size_t c = 0; c < columns.size(); ++c) cells.standardize(columns[c], column(c));
  if (with_squares) {
    double* squares = column(columns.size());
    std::fill_n(squares, n_, 0.0);
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (std::size_t i = 0; i < n_; ++i) squares[i] += column(c)[i] * column(c)[i];
  }
  std::fill_n(column(p_ - 1), n_, 1.0);
  weight_.resize(n_);
  residual_.resize(n_);
  weighted_.resize(n_);
  curvature_.resize(p_ * p_);
  gradient_.resize(p_);
}

// Update the working weights and residuals from the current coefficients.
void LogisticModel::update_row_weights(const NodeCells& cells, const std::vector<double>& right) {
  std::fill(residual_.begin(), residual_.end(), 0.0);
  for (std::size_t c = 0; c < p_; ++c)
    for (std::size_t i = 0; i < n_; ++i) residual_[i] += coefficients_[c] * column(c)[i];
  for (std::size_t i = 0; i < n_; ++i) {
    const double share = 1 / (1 + std::exp(-residual_[i])), w = cells.weight(i);
    weight_[i] = w * std::max(share * (1 - share), kMinWeight);
    residual_[i] = w * (right[i] - share);
  }
}

// One Newton step; false if it was small.
bool LogisticModel::step() {
  double ridge = 0;
  for (std::size_t i = 0; i < n_; ++i) ridge += kRidge * weight_[i];
  for (std::size_t a = 0; a < p_; ++a) {
    for (std::size_t i = 0; i < n_; ++i) weighted_[i] = weight_[i] * column(a)[i];
    for (std::size_t b = 0; b <= a; ++b)
      curvature_[a * p_ + b] = dot(weighted_.data(), column(b), n_);
    curvature_[a * p_ + a] += ridge;
    gradient_[a] = dot(residual_.data(), column(a), n_) - ridge * coefficients_[a];
  }
  solve_positive(curvature_, gradient_);
  double moved = 0, length = 0;
  for (std::size_t a = 0; a < p_; ++a) {
    coefficients_[a] += gradient_[a];
    moved += std::abs(gradient_[a]);
    length += std::abs(coefficients_[a]);
  }
  return moved > kSmallStep * length;
}

}  // namespace spinney
