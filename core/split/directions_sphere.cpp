// Candidate distances to centers.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "split/directions.h"

namespace spinney {
namespace {

constexpr double kMaxCenterDistance = 100;  // standard deviations; a farther center makes a plane
constexpr std::size_t kManyColumns = 16;    // distances in more columns carry little information

// Mean of a column over some rows; the node's mean if all of them miss it.
double mean_of(const NodeCells& cells, std::uint32_t column,
               const std::vector<std::uint32_t>& rows) {
  const double* x = cells.values(column);
  double sum = 0, weight = 0;
  for (const std::uint32_t i : rows) {
    if (std::isnan(x[i])) continue;
    sum += cells.weight(i) * x[i];
    weight += cells.weight(i);
  }
  return weight > 0 ? sum / weight : cells.mean(column);
}

void add_term(const NodeCells& cells, std::uint32_t column, double center, Direction& direction) {
  const double spread = cells.deviation(column);
  direction.terms.push_back({cells.feature(column), 1 / (spread * spread), center, 0});
}

}  // namespace

void SphereDirections::propose(const NodeCells& cells, const NodeResponses& responses,
                               const DirectionPlan& plan, Random& random, DirectionPool& pool) {
  const auto n_columns = static_cast<std::uint32_t>(cells.n_columns()),
             n = static_cast<std::uint32_t>(cells.n_rows());
  if (n_columns == 0) return;
  const auto draw_mean = [&](std::size_t k, bool above) {
    rows_.clear();
    for (std::uint32_t i = 0; i < n; ++i)
      if ((responses.values(k)[i] > 0) == above) rows_.push_back(i);
    add_around_rows(cells, pool);
  };
  subset_.resize(n_columns);
  std::iota(subset_.begin(), subset_.end(), 0u);
  const bool all = n_columns <= kManyColumns && !plan.drawn;
  for (std::size_t k = 0; k < responses.size() && all; ++k)
    for (const bool above : {true, false})
      if (above || responses.size() == 1) draw_mean(k, above);
  for (std::size_t i = 0; i < plan.n_random; ++i) {
    const bool whole = n_columns <= kManyColumns && i % 4 == 0;
    draw_subset(n_columns, whole ? n_columns : std::min(n_columns, 2 + random.below(2)), random,
                subset_);
    if (i % 2 == 0 || responses.size() == 0)
      add_around_row(cells, random.below(n), pool);
    else
      draw_mean(random.below(static_cast<std::uint32_t>(responses.size())), random.below(2) > 0);
  }
}

void SphereDirections::add_around_rows(const NodeCells& cells, DirectionPool& pool) {
  Direction& direction = pool.add(true);
  for (const std::uint32_t c : subset_) add_term(cells, c, mean_of(cells, c, rows_), direction);
}

void SphereDirections::add_around_row(const NodeCells& cells, std::size_t row,
                                      DirectionPool& pool) {
  Direction& direction = pool.add(true);
  for (const std::uint32_t c : subset_) {
    const double x = cells.values(c)[row];
    add_term(cells, c, std::isnan(x) ? cells.mean(c) : x, direction);
  }
}

// A linear combination of columns and their sum of squares is, up to scale, the squared distance to
// a center.
void SphereDirections::add_border(const NodeCells& cells, std::size_t from,
                                  const std::vector<double>& right, DirectionPool& pool) {
  subset_.clear();
  for (const Term& term : pool[from].terms) subset_.push_back(cells.place(term.feature));
  const auto& coefficients = border_.fit(cells, subset_, true, right);
  const double squares = coefficients[subset_.size()];
  Direction& direction = pool.add(true);
  bool near = true;
  for (std::size_t k = 0; k < subset_.size(); ++k) {
    const double center = -coefficients[k] / (2 * squares);
    near &= std::abs(center) < kMaxCenterDistance;
    add_term(cells, subset_[k], cells.mean(subset_[k]) + center * cells.deviation(subset_[k]),
             direction);
  }
  if (!near) pool.drop_last();
}

}  // namespace spinney
