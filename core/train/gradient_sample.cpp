#include "train/gradient_sample.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "base/random.h"
#include "train/leaf_rows.h"

namespace spinney {
namespace {

// The least magnitude of the rows that are kept.
double kept_from(const std::vector<double>& magnitude, const std::vector<Row>& members,
                 double top) {
  const auto n_top = static_cast<std::size_t>(top * static_cast<double>(members.size()));
  if (n_top == 0) return std::numeric_limits<double>::infinity();
  std::vector<double> sorted;
  sorted.reserve(members.size());
  for (const Row r : members) sorted.push_back(magnitude[r]);
  const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(n_top - 1);
  std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
  return *last;
}

}  // namespace

GradientSample sample_by_gradient(const std::vector<double>& magnitude, const double* weight,
                                  const std::vector<Row>& members, const SampleRates& rates,
                                  std::uint64_t key) {
  const std::vector<Row> all = members.empty() ? all_rows(magnitude.size()) : std::vector<Row>{};
  const std::vector<Row>& used = members.empty() ? all : members;
  const double from = kept_from(magnitude, used, rates.top);
  const double probability = rates.other / (1 - rates.top);
  GradientSample sample{{}, std::vector<double>(magnitude.size())};
  const auto take = [&](Row r, double factor) {
    sample.rows.push_back(r);
    sample.weight[r] = factor * (weight ? weight[r] : 1.0);
  };
  for (const Row r : used) {
    if (magnitude[r] >= from)
      take(r, 1);
    else if (Random(derive_key(key, r)).uniform() < probability)
      take(r, 1 / probability);
  }
  if (sample.rows.empty()) take(used[key % used.size()], 1 / probability);
  return sample;
}

}  // namespace spinney
