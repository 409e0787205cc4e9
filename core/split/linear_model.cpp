// Ridge regression of a node's responses.
#include "split/linear_model.h"

#include "base/dot.h"
#include "split/cholesky.h"

namespace spinney {
namespace {

constexpr double kRidge = 1e-3;   // per row
constexpr double kRidgeRows = 1;  // plus this many rows, which matters in small nodes

}  // namespace

void LinearModel::start(const NodeCells& cells, const NodeResponses& responses,
                        const std::vector<std::uint32_t>& columns) {
  n_columns_ = columns.size();
  n_responses_ = responses.size();
  const std::size_t n = cells.n_rows(), p = columns.size();
  ridge_ = cells.total_weight() * (kRidge + kRidgeRows / static_cast<double>(n));
  gram_.resize(p * p);
  products_.resize(p * n_responses_);
  scaled_.resize(p * n);
  weighted_.resize(n);
  for (std::size_t a = 0; a < p; ++a) {
    double* z = &scaled_[a * n];
    cells.standardize(columns[a], z);
    for (std::size_t i = 0; i < n; ++i) weighted_[i] = z[i] * cells.weight(i);
    for (std::size_t b = 0; b <= a; ++b)
      gram_[a * p + b] = gram_[b * p + a] = dot(weighted_.data(), &scaled_[b * n], n);
    for (std::size_t k = 0; k < n_responses_; ++k)
      products_[a * n_responses_ + k] = dot(weighted_.data(), responses.values(k), n);
  }
}

const std::vector<double>& LinearModel::solve(const std::vector<std::uint32_t>& subset,
                                              const std::vector<double>& mix) {
  const std::size_t p = subset.size();
  part_.resize(p * p);
  coefficients_.resize(p);
  for (std::size_t a = 0; a < p; ++a) {
    for (std::size_t b = 0; b <= a; ++b)
      part_[a * p + b] = gram_[subset[a] * n_columns_ + subset[b]];
    part_[a * p + a] += ridge_;
    coefficients_[a] = dot(&products_[subset[a] * n_responses_], mix.data(), n_responses_);
  }
  solve_positive(part_, coefficients_);
  return coefficients_;
}

}  // namespace spinney
