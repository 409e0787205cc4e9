// Inverse links.
#include "loss/link.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "loss/limits.h"

namespace spinney {
namespace {

// Probabilities of both classes; the smaller one keeps full relative precision.
void write_probabilities(double score, double* out) {
  const double odds = std::exp(-std::abs(score));
  const double likely = 1 / (1 + odds), unlikely = odds / (1 + odds);
  out[0] = score < 0 ? likely : unlikely;
  out[1] = score < 0 ? unlikely : likely;
}

}  // namespace

std::size_t n_outputs(Link link, std::size_t n_scores) {
  return link == Link::logit || link == Link::half_logit ? 2 : n_scores;
}

void apply_inverse(Link link, const double* scores, std::size_t n_scores, std::size_t n,
                   double* out) {
  switch (link) {
    case Link::identity:
    case Link::log:
      for (std::size_t k = 0; k < n_scores; ++k)
        for (std::size_t i = 0; i < n; ++i) {
          const double score = scores[k * n + i];
          out[i * n_scores + k] = link == Link::log ? std::exp(clamped(score)) : score;
        }
      return;
    case Link::logit:
      for (std::size_t i = 0; i < n; ++i) write_probabilities(scores[i], out + 2 * i);
      return;
    case Link::half_logit:
      for (std::size_t i = 0; i < n; ++i) write_probabilities(2 * scores[i], out + 2 * i);
      return;
    case Link::softmax:
      for (std::size_t i = 0; i < n; ++i) {
        const Softmax softmax(scores + i, n_scores, n);
        for (std::size_t k = 0; k < n_scores; ++k)
          out[i * n_scores + k] = softmax.probability(scores[k * n + i]);
      }
      return;
  }
  throw std::logic_error("unknown link");
}

Softmax::Softmax(const double* scores, std::size_t n_scores, std::size_t stride) : max(scores[0]) {
  for (std::size_t k = 1; k < n_scores; ++k) max = std::max(max, scores[k * stride]);
  for (std::size_t k = 0; k < n_scores; ++k) sum += std::exp(scores[k * stride] - max);
}

double Softmax::probability(double score) const { return std::exp(score - max) / sum; }

double inner_probability(double p) {
  constexpr double kMin = std::numeric_limits<double>::epsilon();
  return std::clamp(p, kMin, 1 - kMin);
}

double log_odds(double p) {
  const double inner = inner_probability(p);
  return std::log(inner / (1 - inner));
}

}  // namespace spinney
