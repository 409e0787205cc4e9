#include "split/linear_model.h"

#include <algorithm>
#include <cmath>

#include "base/dot.h"

namespace spinney {
namespace {

constexpr double kRidge = 1e-3;   // of the rows
constexpr double kRidgeRows = 1;  // and so many rows more, which count in small nodes

}  // namespace

void LinearModel::start(const NodeCells& cells, const NodeResponses& responses,
                        const std::vector<std::uint32_t>& columns) {
  columns_ = columns;
  n_responses_ = responses.size();
  const std::size_t n = cells.n_rows(), p = columns.size();
  ridge_ = cells.total_weight() * (kRidge + kRidgeRows / static_cast<double>(n));
  gram_.resize(p * p);
  products_.resize(p * n_responses_);
  scaled_.resize(p * n);
  weighted_.resize(n);
  for (std::size_t a = 0; a < p; ++a) {
    double* z = &scaled_[a * n];
    cells.standardise(columns[a], z);
    for (std::size_t i = 0; i < n; ++i) weighted_[i] = z[i] * cells.weight(i);
    for (std::size_t b = 0; b <= a; ++b)
      gram_[a * p + b] = gram_[b * p + a] = dot(weighted_.data(), &scaled_[b * n], n);
    for (std::size_t k = 0; k < n_responses_; ++k)
      products_[a * n_responses_ + k] = dot(weighted_.data(), responses.values(k), n);
  }
}

// Cholesky; the ridge keeps it positive.
void LinearModel::factorise(const std::vector<std::uint32_t>& subset) {
  const std::size_t p = subset.size();
  factor_.resize(p * p);
  for (std::size_t a = 0; a < p; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      double rest = gram(subset[a], subset[b]) + (a == b ? ridge_ : 0.0);
      for (std::size_t k = 0; k < b; ++k) rest -= factor_[a * p + k] * factor_[b * p + k];
      factor_[a * p + b] = a == b ? std::sqrt(std::max(rest, 1e-12 * ridge_)) : rest / factor_[b * p + b];
    }
}

const std::vector<double>& LinearModel::solve(const std::vector<std::uint32_t>& subset,
                                              const std::vector<double>& mix) {
  factorise(subset);
  const std::size_t p = subset.size();
  coefficients_.assign(p, 0.0);
  for (std::size_t a = 0; a < p; ++a) {
    double rest = dot(&products_[subset[a] * n_responses_], mix.data(), n_responses_);
    for (std::size_t b = 0; b < a; ++b) rest -= factor_[a * p + b] * coefficients_[b];
    coefficients_[a] = rest / factor_[a * p + a];
  }
  for (std::size_t a = p; a-- > 0;) {
    for (std::size_t b = a + 1; b < p; ++b) coefficients_[a] -= factor_[b * p + a] * coefficients_[b];
    coefficients_[a] /= factor_[a * p + a];
  }
  return coefficients_;
}

}  // namespace spinney
