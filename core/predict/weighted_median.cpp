// Weighted medians, in parallel over rows.
#include "predict/weighted_median.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/pool.h"

namespace spinney {
namespace {

constexpr std::size_t kTaskRows = 1024;

using Vote = std::pair<double, double>;  // value, weight

double median_of(std::vector<Vote>& votes) {
  const auto is_nan = [](const Vote& vote) {
    return std::isnan(vote.first) || std::isnan(vote.second);
  };
  if (std::any_of(votes.begin(), votes.end(), is_nan))
    return std::numeric_limits<double>::quiet_NaN();
  std::sort(votes.begin(), votes.end());
  double total = 0, sum = 0;
  for (const Vote& vote : votes) total += vote.second;
  for (const Vote& vote : votes)
    if ((sum += vote.second) >= 0.5 * total) return vote.first;
  return votes.back().first;
}

}  // namespace

void weighted_medians(const double* values, std::size_t n_rows, std::size_t n_members,
                      const double* weight, int n_threads, Interrupt& interrupt, double* medians) {
  const std::size_t n_tasks = (n_rows + kTaskRows - 1) / kTaskRows;
  parallel_for(n_threads, n_tasks, interrupt, [&](std::size_t task, int) {
    std::vector<Vote> votes(n_members);
    for (std::size_t r = task * kTaskRows; r < std::min(n_rows, (task + 1) * kTaskRows); ++r) {
      for (std::size_t m = 0; m < n_members; ++m) votes[m] = {values[r * n_members + m], weight[m]};
      medians[r] = median_of(votes);
    }
  });
}

}  // namespace spinney
