// Weighted quantiles by quickselect on exact weight sums.
#include "loss/weighted_quantile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/grid.h"
#include "loss/sums.h"

namespace spinney {
namespace {

using Values = std::vector<WeightedValue>;

bool is_less(const WeightedValue& a, const WeightedValue& b) { return a.value < b.value; }

double weight_between(const Values& values, std::size_t begin, std::size_t end) {
  double sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum += values[i].weight;
  return sum;
}

// Rounds weights to a grid on which sums are exact, so that the order of values does not matter.
void align_weights(Values& values) {
  double largest = 0;
  for (const WeightedValue& v : values) largest = std::max(largest, v.weight);
  const Grid grid(std::min(largest, 1e290), values.size());
  for (WeightedValue& v : values) v.weight = grid.coarse(v.weight);
}

struct Selected {
  std::size_t at;  // values are partitioned around this position
  double up_to;    // total weight of the values up to and including it
};

// Quickselect by weight: the first position in sorted order where the cumulative weight reaches
// `wanted`.
Selected select(Values& values, double wanted, double total) {
  std::size_t begin = 0, end = values.size(), at = 0;
  double before = 0, up_to = 0, after = total;  // weight before begin, up to `at`, before end
  for (bool guess = true; begin < end; guess = !guess) {
    // Alternate between interpolation, which is close if weights are similar, and the middle,
    // which guarantees that the range shrinks.
    const double share = guess ? std::clamp((wanted - before) / (after - before), 0.0, 1.0) : 0.5;
    at = std::min(end - 1,
                  begin + static_cast<std::size_t>(share * static_cast<double>(end - begin)));
    const auto first = values.begin();
    std::nth_element(first + static_cast<std::ptrdiff_t>(begin),
                     first + static_cast<std::ptrdiff_t>(at),
                     first + static_cast<std::ptrdiff_t>(end), is_less);
    const double below = before + weight_between(values, begin, at);
    up_to = below + values[at].weight;
    if (at > begin && below >= wanted) {
      end = at;
      after = below;
    } else if (up_to >= wanted) {
      break;
    } else {
      begin = at + 1;
      before = up_to;
    }
  }
  return {at, up_to};
}

double quantile(Values values, double alpha, bool midway) {
  if (values.empty()) return 0;
  align_weights(values);
  const double total = weight_between(values, 0, values.size()), wanted = alpha * total;
  if (!(wanted > 0)) return 0;
  const Selected found = select(values, wanted, total);
  const double value = values[found.at].value;
  if (!midway || found.up_to != wanted) return value;
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t i = found.at + 1; i < values.size(); ++i)
    if (values[i].weight > 0) next = std::min(next, values[i].value);
  return std::isfinite(next) ? value + (next - value) / 2 : value;
}

}  // namespace

double lower_quantile(Values values, double alpha) {
  return quantile(std::move(values), alpha, false);
}

double middle_quantile(Values values, double alpha) {
  return quantile(std::move(values), alpha, true);
}

Values targets_of(const LossRows& rows) {
  Values values(rows.n);
  for (std::size_t i = 0; i < rows.n; ++i) values[i] = {rows.y[i], weight_of(rows, i)};
  return values;
}

Values residuals_of(const LossRows& rows, const Row* members, std::size_t n) {
  Values values(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Row row = members[i];
    values[i] = {rows.y[row] - rows.scores[row], weight_of(rows, row)};
  }
  return values;
}

}  // namespace spinney
