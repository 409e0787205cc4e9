// Mean, mode and median of predictions; votes.
#include "predict/forest_aggregate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace spinney {

Aggregate aggregate_from_name(const std::string& name) {
  if (name == "mean") return Aggregate::mean;
  if (name == "mode") return Aggregate::mode;
  require(name == "median", "aggregate must be 'mean', 'mode' or 'median'");
  return Aggregate::median;
}

void sort_values(double* values, std::size_t n) {
  std::sort(values, std::partition(values, values + n, [](double x) { return !std::isnan(x); }));
}

double median(const double* sorted, std::size_t n) {
  if (std::isnan(sorted[n - 1])) return sorted[n - 1];
  const double upper = sorted[n / 2];
  return n % 2 ? upper : sorted[n / 2 - 1] + (upper - sorted[n / 2 - 1]) / 2;
}

double mode(const double* sorted, std::size_t n) {
  if (std::isnan(sorted[n - 1])) return sorted[n - 1];
  double best = sorted[0];
  std::size_t longest = 0;
  for (std::size_t i = 0; i < n;) {
    const std::size_t begin = i;
    while (i < n && sorted[i] == sorted[begin]) ++i;
    if (i - begin <= longest) continue;
    longest = i - begin;
    best = sorted[begin];
  }
  return best;
}

void add_votes(const Tree& shape, const double* shares, double* votes) {
  each_output(shape, [&](std::size_t, std::size_t first, std::size_t n) {
    const double* begin = shares + first;
    votes[first + static_cast<std::size_t>(std::max_element(begin, begin + n) - begin)] += 1;
  });
}

void scale_shares(const Tree& shape, double* shares) {
  each_output(shape, [&](std::size_t, std::size_t first, std::size_t n) {
    const double sum = std::accumulate(shares + first, shares + first + n, 0.0);
    for (std::size_t j = first; j < first + n; ++j)
      shares[j] = sum > 0 ? shares[j] / sum : 1.0 / static_cast<double>(n);
  });
}

}  // namespace spinney
