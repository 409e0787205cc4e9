// Candidate linear combinations.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "split/directions.h"

namespace spinney {
namespace {

constexpr std::size_t kReducedTerms[] = {4, 2};

// Add a direction given by coefficients of standardized columns.
void add_direction(const NodeCells& cells, const std::vector<std::uint32_t>& columns,
                   const std::vector<double>& coefficients, DirectionPool& pool) {
  Direction& direction = pool.add(false);
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (coefficients[k] != 0)
      direction.terms.push_back({cells.feature(columns[k]),
                                 coefficients[k] / cells.deviation(columns[k]),
                                 cells.mean(columns[k]), 0});
  if (direction.terms.empty()) pool.drop_last();
}

}  // namespace

void draw_subset(std::uint32_t n, std::size_t k, Random& random,
                 std::vector<std::uint32_t>& subset) {
  subset.clear();
  // Floyd's algorithm: all subsets are equally likely.
  for (auto top = n - static_cast<std::uint32_t>(k); top < n; ++top) {
    const std::uint32_t drawn = random.below(top + 1);
    subset.push_back(std::find(subset.begin(), subset.end(), drawn) == subset.end() ? drawn : top);
  }
  std::sort(subset.begin(), subset.end());
}

void ObliqueDirections::propose(const NodeCells& cells, const NodeResponses& responses,
                                const DirectionPlan& plan, Random& random, DirectionPool& pool) {
  if (cells.n_columns() < 2) return;
  choose_columns(cells, responses, plan, random);
  const bool modeled = columns_.size() >= 2 && responses.size() > 0;
  if (modeled) {
    model_.start(cells, responses, columns_);
    const std::size_t n_mixes = plan.drawn ? 1 : responses.size() + (responses.size() > 1 ? 2 : 0);
    for (std::size_t k = 0; k < n_mixes; ++k) {
      if (plan.drawn || k >= responses.size())
        mix_responses(responses.size(), random);
      else
        mix_.assign(responses.size(), 0.0), mix_[k] = 1;
      add_models(cells, pool);
    }
  }
  for (std::size_t i = 0; i < plan.n_random; ++i) {
    if (modeled && i % 2 == 1) {
      mix_responses(responses.size(), random);
      const auto n = static_cast<std::uint32_t>(columns_.size());
      draw_subset(n, 2 + random.below(n - 1), random, subset_);
      add_solved(cells, pool);
    } else {
      draw_terms(cells.n_columns(), random);
      add_signed(cells, random, pool);
    }
  }
}

// Draw two or three of n columns.
void ObliqueDirections::draw_terms(std::size_t n, Random& random) {
  draw_subset(static_cast<std::uint32_t>(n), std::min<std::size_t>(n, 2 + random.below(2)), random,
              subset_);
}

// Columns of the linear model: all, or a random draw, or those that explain the responses best
// individually.
void ObliqueDirections::choose_columns(const NodeCells& cells, const NodeResponses& responses,
                                       const DirectionPlan& plan, Random& random) {
  const std::size_t n = cells.n_rows(), n_columns = cells.n_columns();
  const std::size_t max_columns = std::min(plan.n_columns, n / plan.rows_per_column);
  if (n_columns <= max_columns) {
    columns_.resize(n_columns);
    std::iota(columns_.begin(), columns_.end(), 0u);
    return;
  }
  if (plan.drawn || max_columns < 2)
    return draw_subset(static_cast<std::uint32_t>(n_columns), max_columns, random, columns_);
  ranked_.clear();
  scaled_.resize(n);
  for (std::size_t c = 0; c < n_columns; ++c) {
    cells.standardize(c, scaled_.data());
    double explained = 0;
    for (std::size_t k = 0; k < responses.size(); ++k) {
      double product = 0, square = 0;
      for (std::size_t i = 0; i < n; ++i) {
        product += cells.weight(i) * scaled_[i] * responses.values(k)[i];
        square += cells.weight(i) * responses.values(k)[i] * responses.values(k)[i];
      }
      if (square > 0) explained += product * product / square;
    }
    ranked_.emplace_back(-explained, static_cast<std::uint32_t>(c));
  }
  std::partial_sort(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(max_columns),
                    ranked_.end());
  columns_.clear();
  for (std::size_t c = 0; c < max_columns; ++c) columns_.push_back(ranked_[c].second);
  std::sort(columns_.begin(), columns_.end());
}

// Select one response, or draw random signs for several.
void ObliqueDirections::mix_responses(std::size_t n, Random& random) {
  mix_.assign(n, 0.0);
  if (n == 1) {
    mix_[0] = 1;
    return;
  }
  for (double& factor : mix_) factor = random.below(2) ? 1.0 : -1.0;
}

// Add the linear model of the current mix, with all columns and with the largest few.
void ObliqueDirections::add_models(const NodeCells& cells, DirectionPool& pool) {
  subset_.resize(columns_.size());
  std::iota(subset_.begin(), subset_.end(), 0u);
  add_solved(cells, pool);
  for (const std::size_t n_terms : kReducedTerms) {
    if (n_terms >= subset_.size()) continue;
    keep_largest(n_terms);
    add_solved(cells, pool);
  }
}

// Keep the columns with the largest coefficients of the last model.
void ObliqueDirections::keep_largest(std::size_t n) {
  const auto& coefficients = model_.solve(subset_, mix_);
  ranked_.clear();
  for (std::size_t c = 0; c < subset_.size(); ++c)
    ranked_.emplace_back(-std::abs(coefficients[c]), subset_[c]);
  std::partial_sort(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(n),
                    ranked_.end());
  subset_.clear();
  for (std::size_t c = 0; c < n; ++c) subset_.push_back(ranked_[c].second);
  std::sort(subset_.begin(), subset_.end());
}

void ObliqueDirections::add_solved(const NodeCells& cells, DirectionPool& pool) {
  const auto& coefficients = model_.solve(subset_, mix_);
  used_.clear();
  for (const std::uint32_t c : subset_) used_.push_back(columns_[c]);
  add_direction(cells, used_, coefficients, pool);
}

void ObliqueDirections::add_border(const NodeCells& cells, const std::vector<double>& right,
                                   DirectionPool& pool) {
  if (columns_.size() >= 2)
    add_direction(cells, columns_, border_.fit(cells, columns_, false, right), pool);
}

void ObliqueDirections::add_signed(const NodeCells& cells, Random& random, DirectionPool& pool) {
  Direction& direction = pool.add(false);
  for (const std::uint32_t c : subset_) {
    const double sign = random.below(2) ? 1.0 : -1.0;
    direction.terms.push_back({cells.feature(c), sign / cells.deviation(c), cells.mean(c), 0});
  }
}

}  // namespace spinney
