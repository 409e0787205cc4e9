// The value of a leaf with fractions of rows.
#include "train/tree_grower.h"

#include <numeric>

namespace spinney {

double LeafValues::of_parts(std::size_t k, const std::vector<Row>& members,
                            const std::vector<double>& share, double newton, double lower,
                            double upper) const {
  const Loss& loss = line_search_ ? *line_search_ : further_->loss;
  const std::size_t n = members.size(), n_scores = loss.n_scores();
  std::vector<double> y(n * loss.n_targets()), weight(n), scores(n * n_scores);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t t = 0; t < loss.n_targets(); ++t)
      y[t * n + i] = rows_.y[t * rows_.n + members[i]];
    weight[i] = share[i] * (rows_.weight ? rows_.weight[members[i]] : 1.0);
    for (std::size_t s = 0; s < n_scores; ++s)
      scores[s * n + i] = rows_.scores[s * rows_.n + members[i]];
  }
  std::vector<Row> all(n);
  std::iota(all.begin(), all.end(), Row{0});
  const LossRows parts{y.data(), scores.data(), weight.data(), n};
  double value = line_search_ ? loss.leaf_step(parts, all.data(), n, k) : newton;
  value = std::clamp(value, lower, upper);
  if (further_) value = further_->refine(parts, all.data(), n, k, value, lower, upper, 1);
  return rate_ * value;
}

}  // namespace spinney
