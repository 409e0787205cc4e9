// Line search of a leaf with fractions of rows.
#include "train/tree_grower.h"

#include <numeric>

namespace spinney {

double LeafValues::of_parts(std::size_t k, const std::vector<Row>& members,
                            const std::vector<double>& share, double lower, double upper) const {
  const std::size_t n = members.size(), n_scores = line_search_->n_scores();
  std::vector<double> y(n), weight(n), scores(n * n_scores);
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = rows_.y[members[i]];
    weight[i] = share[i] * (rows_.weight ? rows_.weight[members[i]] : 1.0);
    for (std::size_t s = 0; s < n_scores; ++s)
      scores[s * n + i] = rows_.scores[s * rows_.n + members[i]];
  }
  std::vector<Row> all(n);
  std::iota(all.begin(), all.end(), Row{0});
  const LossRows parts{y.data(), scores.data(), weight.data(), n};
  return rate_ * std::clamp(line_search_->leaf_step(parts, all.data(), n, k), lower, upper);
}

}  // namespace spinney
