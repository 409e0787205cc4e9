#include "train/linear_leaf.h"

#include <algorithm>
#include <cmath>

#include "base/clones.h"
#include "base/error.h"
#include "base/pool.h"
#include "base/product_sum.h"

namespace spinney {
namespace {

// A pivot below this fraction of its diagonal is a linearly dependent feature.
constexpr double kDependent = 1e-10;

void read_cells(const Column& column, const Row* rows, std::size_t n, double* out) {
  if (column.sparse) {
    for (std::size_t i = 0; i < n; ++i) out[i] = cell_value(column, rows[i]);
    return;
  }
  visit_type(column.type, [&](auto* type) {
    using T = std::remove_cvref_t<decltype(*type)>;
    for (std::size_t i = 0; i < n; ++i)
      out[i] = static_cast<double>(load<T>(column.data, column.stride, rows[i]));
  });
}

// The sum of a b on a grid, in lanes: sums on a grid do not depend on the order.
SPINNEY_CLONES
double lane_sum(const double* __restrict a, const double* __restrict b, std::size_t n, Grid grid) {
  constexpr std::size_t kLanes = 8;
  double coarse[kLanes] = {}, fine[kLanes] = {};
  const std::size_t whole = n / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) {
      const double x = a[i + k] * b[i + k], c = grid.coarse(x);
      coarse[k] += c;
      fine[k] += grid.fine(x - c);
    }
  for (std::size_t i = whole; i < n; ++i) {
    const double x = a[i] * b[i], c = grid.coarse(x);
    coarse[0] += c;
    fine[0] += grid.fine(x - c);
  }
  for (std::size_t k = 1; k < kLanes; ++k) {
    coarse[0] += coarse[k];
    fine[0] += fine[k];
  }
  return coarse[0] + fine[0];
}

// The largest absolute value, except for NaN, in lanes.
SPINNEY_CLONES
double largest_magnitude(const double* x, std::size_t n) {
  constexpr std::size_t kLanes = 8;
  double top[kLanes] = {};
  const std::size_t whole = n / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) {
      const double size = std::fabs(x[i + k]);
      top[k] = size > top[k] ? size : top[k];
    }
  for (std::size_t i = whole; i < n; ++i) top[0] = std::max(top[0], std::fabs(x[i]));
  return *std::max_element(top, top + kLanes);
}

// z = x - center; 0 for missing values.
SPINNEY_CLONES
void subtract_center(const double* __restrict x, double center, std::size_t n,
                     double* __restrict z) {
  for (std::size_t i = 0; i < n; ++i) z[i] = x[i] != x[i] ? 0 : x[i] - center;
}

SPINNEY_CLONES
void scale_to(double scale, double limit, std::size_t n, double* z) {
  for (std::size_t i = 0; i < n; ++i) {
    const double scaled = z[i] * scale, low = scaled < -limit ? -limit : scaled;
    z[i] = low > limit ? limit : low;
  }
}

// Solves matrix x = y by Cholesky decomposition in the lower half of the matrix; x is 0 for
// linearly dependent rows.
void solve_independent(std::vector<double>& matrix, std::vector<double>& y) {
  const std::size_t p = y.size();
  std::vector<bool> dependent(p);
  const auto at = [&](std::size_t a, std::size_t b) -> double& { return matrix[a * p + b]; };
  for (std::size_t a = 0; a < p; ++a) {
    const double own = at(a, a);
    for (std::size_t b = 0; b <= a; ++b) {
      double rest = at(a, b);
      for (std::size_t k = 0; k < b; ++k) rest -= at(a, k) * at(b, k);
      if (a == b) dependent[a] = !(rest > kDependent * own);
      at(a, b) = a == b ? std::sqrt(rest) : dependent[b] ? 0 : rest / at(b, b);
    }
    for (std::size_t b = 0; b < a; ++b) y[a] -= at(a, b) * y[b];
    y[a] = dependent[a] ? 0 : y[a] / at(a, a);
    if (dependent[a]) std::fill_n(&at(a, 0), a, 0.0);
  }
  for (std::size_t a = p; a-- > 0;) {
    if (dependent[a]) continue;
    for (std::size_t b = a + 1; b < p; ++b) y[a] -= at(b, a) * y[b];
    y[a] /= at(a, a);
  }
}

}  // namespace

void check_linear_leaves(const BoostingOptions& options, const Loss* loss, std::size_t n_features,
                         bool binned) {
  if (options.linear_features.empty()) return;
  require_per_feature(options.linear_features, n_features, "linear_features");
  require(!options.classic(), "leaf='linear' needs algorithm='newton'");
  require(!loss || !loss->needs_leaf_update(),
          "leaf='linear' does not support losses with a line search per leaf, such as the absolute "
          "error and quantiles: use leaf='constant'");
  require(options.leaf_steps == 1, "leaf='linear' needs leaf_steps=1");
  require(options.monotonic.empty(), "leaf='linear' does not support monotonic constraints");
  require(binned,
          "leaf='linear' needs max_bins of at most 255, and does not go with "
          "missing='surrogate', nor with 'fractional', 'stop' or 'majority' where training values "
          "are missing");
}

std::vector<std::uint32_t> term_features(std::vector<std::uint32_t> path,
                                         const std::vector<std::uint8_t>& allowed) {
  std::sort(path.begin(), path.end());
  path.erase(std::unique(path.begin(), path.end()), path.end());
  std::erase_if(path, [&](std::uint32_t f) { return f >= allowed.size() || !allowed[f]; });
  return path;
}

LinearLeaf::LinearLeaf(const TreeJob& job, std::vector<std::uint32_t> features, const Row* rows,
                       std::size_t n, int n_threads, Interrupt& interrupt)
    : job_(job),
      features_(std::move(features)),
      rows_(rows),
      n_(n),
      n_threads_(n_threads),
      interrupt_(interrupt),
      memory_(std::make_unique_for_overwrite<double[]>((2 * features_.size() + 2) * n)),
      cells_(memory_.get()),
      centered_(cells_ + features_.size() * n),
      gradient_(centered_ + features_.size() * n),
      hessian_(gradient_ + n) {
  job.gradients.copy(job.k, rows, n, gradient_, hessian_);
  if (const double* weight = job.gradients.weight()) {
    weight_.resize(n);
    for (std::size_t i = 0; i < n; ++i) weight_[i] = weight[rows[i]];
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight_.empty() ? 1.0 : weight_[i];
    max_gradient_ = std::max(max_gradient_, w * std::fabs(gradient_[i]));
    max_hessian_ = std::max(max_hessian_, w * hessian_[i]);
  }
  parallel_for(n_threads, features_.size(), interrupt, [&](std::size_t j, int) {
    read_cells(job.table->columns[features_[j]], rows, n, &cells_[j * n]);
  });
}

// The weighted sum of the products, of magnitude at most `largest`.
double LinearLeaf::sum(const double* a, const double* b, double largest) const {
  if (weight_.empty()) return lane_sum(a, b, n_, Grid(largest, n_));
  ProductSum sum(largest, n_);
  for (std::size_t i = 0; i < n_; ++i) sum.add(weight_[i], a[i] * b[i]);
  return sum.value();
}

// The largest absolute value of rows of positive weight.
double LinearLeaf::largest_of(const double* x) const {
  if (weight_.empty()) return largest_magnitude(x, n_);
  double largest = 0;
  for (std::size_t i = 0; i < n_; ++i)
    if (weight_[i] > 0) largest = std::max(largest, std::fabs(x[i]));
  return largest;
}

// Sets the center and reach of a feature, and its centered cells. Returns false if it is constant
// in the leaf. `total`: the sum of hessians.
bool LinearLeaf::center(std::size_t j, double total, Term& term) {
  const double* x = &cells_[j * n_];
  double* z = &centered_[j * n_];
  subtract_center(x, 0, n_, z);
  double largest = largest_of(z);
  const bool missing = std::any_of(x, x + n_, [](double cell) { return cell != cell; });
  if (missing) {
    std::vector<double> present(n_);
    for (std::size_t i = 0; i < n_; ++i) present[i] = x[i] == x[i];
    total = sum(present.data(), hessian_, max_hessian_);
  }
  largest *= max_hessian_;
  if (!(total > 0) || !std::isfinite(4 * largest * static_cast<double>(n_))) return false;
  term = {features_[j], 0, sum(z, hessian_, largest) / total, 0};
  subtract_center(x, term.center, n_, z);
  term.share = largest_of(z);
  if (!(term.share >= std::numeric_limits<double>::min() / 0x1.0p-52)) return false;
  scale_to(std::ldexp(1.0, -std::ilogb(term.share)), 2, n_, z);
  return true;
}

// Coefficients of the centered features in `used`.
void LinearLeaf::solve(const std::vector<std::size_t>& used, double total,
                       std::vector<double>& solution) {
  const std::size_t p = used.size();
  std::vector<double> matrix(p * p);
  const auto weighted = std::make_unique_for_overwrite<double[]>(p * n_);
  solution.assign(p, 0);
  const auto z = [&](std::size_t a) { return &centered_[used[a] * n_]; };
  parallel_for(n_threads_, p, interrupt_, [&](std::size_t a, int) {
    for (std::size_t i = 0; i < n_; ++i) weighted[a * n_ + i] = hessian_[i] * z(a)[i];
  });
  parallel_for(n_threads_, p, interrupt_, [&](std::size_t a, int) {
    for (std::size_t b = 0; b <= a; ++b)
      matrix[a * p + b] = sum(&weighted[a * n_], z(b), 4 * max_hessian_);
    solution[a] = -sum(gradient_, z(a), 2 * max_gradient_);
  });
  for (std::size_t a = 0; a < p; ++a) matrix[a * p + a] *= 1 + job_.options.linear_lambda / total;
  solve_independent(matrix, solution);
}

std::vector<Term> LinearLeaf::fit() {
  if (features_.empty() || !std::isfinite(max_gradient_) || !std::isfinite(max_hessian_)) return {};
  const double total = sum(std::vector<double>(n_, 1.0).data(), hessian_, max_hessian_);
  if (!(total > 0)) return {};
  std::vector<Term> all(features_.size()), terms;
  std::vector<std::uint8_t> varies(features_.size());
  parallel_for(n_threads_, features_.size(), interrupt_,
               [&](std::size_t j, int) { varies[j] = center(j, total, all[j]); });
  std::vector<std::size_t> used;
  for (std::size_t j = 0; j < features_.size(); ++j)
    if (varies[j]) used.push_back(j);
  std::vector<double> solution;
  solve(used, total, solution);
  for (std::size_t a = 0; a < used.size(); ++a) {
    Term term = all[used[a]];
    term.factor = std::ldexp(job_.leaves.rate() * solution[a], -std::ilogb(term.share));
    if (!std::isfinite(term.factor * term.share)) return {};
    if (term.factor != 0) terms.push_back(term);
  }
  return terms;
}

void LinearLeaf::add_values(double value, const std::vector<Term>& terms) const {
  std::vector<const double*> cells;
  for (const Term& term : terms)
    cells.push_back(&cells_[static_cast<std::size_t>(
                                std::lower_bound(features_.begin(), features_.end(), term.feature) -
                                features_.begin()) *
                            n_]);
  for (std::size_t i = 0; i < n_; ++i) {
    double sum = value;
    for (std::size_t k = 0; k < terms.size(); ++k)
      sum += leaf_term(terms[k].factor, terms[k].center, terms[k].share, cells[k][i]);
    job_.scores[rows_[i]] += sum;
  }
}

}  // namespace spinney
