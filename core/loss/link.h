// Links: how scores relate to predicted values (a mean, a quantile or class probabilities).
#pragma once

#include <cstddef>

namespace spinney {

enum class Link {
  identity,    // prediction = score
  log,         // prediction = exp(score)
  logit,       // P(class 1) = 1 / (1 + exp(-score))
  half_logit,  // P(class 1) = 1 / (1 + exp(-2 score))
  softmax,     // one score per class; P(class k) = exp(score k) / sum of exp(scores)
};

// Number of predicted values per row.
std::size_t n_outputs(Link link, std::size_t n_scores);

// Predictions for n rows. scores: n_scores x n; out: n x n_outputs.
void apply_inverse(Link link, const double* scores, std::size_t n_scores, std::size_t n,
                   double* out);

// Softmax over the scores of one row.
struct Softmax {
  double max = 0, sum = 0;  // max of the scores, sum of exp(score - max)

  // Score k is at scores[k * stride].
  Softmax(const double* scores, std::size_t n_scores, std::size_t stride);
  double probability(double score) const;
};

// The probability, moved away from 0 and 1 so that its log is finite.
double inner_probability(double p);
double log_odds(double p);

}  // namespace spinney
