// Numeric columns of a node's rows.
#include "split/node_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/clones.h"
#include "split/each_value.h"

namespace spinney {
namespace {

constexpr double kMinSpread = 1e-100, kMaxSpread = 1e100;  // squares stay finite and positive

SPINNEY_CLONES
void add_terms(const double* x, std::size_t n, bool sphere, const Term& term, double* out) {
  const Term t = term;
  if (sphere)
    for (std::size_t i = 0; i < n; ++i) out[i] = add_term(out[i], true, t, x[i]);
  else
    for (std::size_t i = 0; i < n; ++i) out[i] = add_term(out[i], false, t, x[i]);
}

// Weight of the present rows, and their weighted sum of distances from a center (or of squared
// distances), in eight accumulators.
SPINNEY_CLONES
std::pair<double, double> weigh(const double* x, const double* weight, std::size_t n, double center,
                                bool squared) {
  double present[8] = {}, sums[8] = {};
  const auto add = [&](std::size_t k, std::size_t i) {
    const bool here = x[i] == x[i];
    const double d = here ? x[i] - center : 0.0;
    present[k] += here ? weight[i] : 0.0;
    sums[k] += weight[i] * (squared ? d * d : d);
  };
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (std::size_t k = 0; k < 8; ++k) add(k, i + k);
  for (; i < n; ++i) add(i % 8, i);
  return {std::accumulate(present, present + 8, 0.0), std::accumulate(sums, sums + 8, 0.0)};
}

}  // namespace

Spread spread_of(const double* x, const double* weight, std::size_t n) {
  const double* first = std::find_if(x, x + n, [](double value) { return value == value; });
  Spread s;
  if (first == x + n) return s;
  // Distances from a value of the column: a constant column gets spread 0, and close values a
  // positive one.
  const auto [present, sum] = weigh(x, weight, n, *first, false);
  s.mean = *first + sum / present;
  s.deviation = std::sqrt(weigh(x, weight, n, s.mean, true).second / present);
  s.varies = s.deviation > kMinSpread && s.deviation < kMaxSpread;
  return s;
}

void NodeCells::gather(const Dataset& data, const Row* rows, std::size_t n,
                       const std::vector<std::uint32_t>& features) {
  rows_ = rows;
  n_ = n;
  weight_.resize(n);
  total_weight_ = 0;
  for (std::size_t i = 0; i < n; ++i) total_weight_ += weight_[i] = data.targets.weight_of(rows[i]);
  for (const Column& c : columns_) place_[c.feature] = kNone;
  place_.resize(data.matrix.columns.size(), kNone);
  columns_.clear();
  values_.resize(std::max(values_.size(), n * features.size()));
  for (const std::uint32_t f : features) {
    if (data.matrix.columns[f].categorical) continue;
    double* x = &values_[columns_.size() * n];
    each_value(data.matrix.columns[f], rows, n, [x](std::size_t i, double value) { x[i] = value; });
    const Spread s = spread_of(x, weight_.data(), n);
    if (!s.varies) continue;
    place_[f] = static_cast<std::uint32_t>(columns_.size());
    columns_.push_back({f, s.mean, s.deviation});
  }
}

void NodeCells::standardize(std::size_t c, double* out) const {
  const double* x = values(c);
  const double mean = columns_[c].mean, scale = 1 / columns_[c].deviation;
  for (std::size_t i = 0; i < n_; ++i) out[i] = x[i] == x[i] ? (x[i] - mean) * scale : 0.0;
}

void NodeCells::measure(const Direction& direction, double* out) const {
  std::fill_n(out, n_, std::numeric_limits<double>::quiet_NaN());
  for (const Term& term : direction.terms)
    if (place_[term.feature] != kNone)
      add_terms(values(place_[term.feature]), n_, direction.sphere, term, out);
}

bool NodeCells::has(const Direction& direction) const {
  return std::all_of(direction.terms.begin(), direction.terms.end(),
                     [&](const Term& t) { return place_[t.feature] != kNone; });
}

double NodeCells::spread(std::uint32_t feature) const {
  return place_[feature] == kNone ? 0.0 : columns_[place_[feature]].deviation;
}

}  // namespace spinney
