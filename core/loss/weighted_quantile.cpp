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

// Weights whose sums do not round, so that no order of the values matters.
void align_weights(Values& values) {
  double largest = 0;
  for (const WeightedValue& v : values) largest = std::max(largest, v.weight);
  const Grid grid(std::min(largest, 1e290), values.size());
  for (WeightedValue& v : values) v.weight = grid.coarse(v.weight);
}

struct Found {
  std::size_t at;  // smaller values are before it, larger ones behind
  double up_to;    // weight of all values up to it
};

// The first position, in sorted order, up to which the weight is at least `wanted`, of `total`.
Found select(Values& values, double wanted, double total) {
  std::size_t begin = 0, end = values.size(), at = 0;
  double before = 0, up_to = 0,
         after = total;  // the weight before begin, up to `at`, and before end
  for (bool guess = true; begin < end; guess = !guess) {
    // Every other time, where equal weights have it; else in the middle, so that the range shrinks
    // for sure.
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
  const Found found = select(values, wanted, total);
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
