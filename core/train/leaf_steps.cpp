// Derivatives and losses of a leaf at shifted scores. Sums are exact, so that the value depends
// neither on the order of the rows nor on the number of threads.
#include "train/leaf_steps.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/pool.h"
#include "base/product_sum.h"
#include "loss/sums.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = 8192;  // rows per task
constexpr double kSmallestStep = 1e-10;
constexpr int kMaxHalvings = 20;

struct Sums {
  double gradient = 0, hessian = 0;
};

// The rows of a leaf, with one score.
class LeafProblem {
 public:
  LeafProblem(const LeafSteps& steps, const LossRows& rows, const Row* members, std::size_t n,
              std::size_t k, int n_threads)
      : steps_(steps),
        n_threads_(n_threads),
        y_(n),
        scores_(n),
        weight_(rows.weight ? n : 0),
        shifted_(n),
        gradient_(n),
        hessian_(n),
        loss_(steps.loss.single_score(rows, members, n, k, y_.data(), scores_.data())) {
    for (std::size_t i = 0; i < weight_.size(); ++i) weight_[i] = rows.weight[members[i]];
    ProductSum sum = empty_sum(weight_.empty() ? 1 : maximum(weight_), n);
    for (std::size_t i = 0; i < n; ++i) sum.add(1.0, weight(i));
    total_weight_ = sum.value();
  }

  Sums derive(double value) {
    const std::size_t n_blocks = (y_.size() + kBlock - 1) / kBlock;
    const LossRows rows = shifted(value);
    parallel_for(n_threads_, n_blocks, steps_.interrupt, [&](std::size_t b, int) {
      const std::size_t begin = b * kBlock, end = std::min(y_.size(), begin + kBlock);
      loss_.derive(rows, begin, end, gradient_.data(), hessian_.data());
    });
    return {sum_of(gradient_), sum_of(hessian_)};
  }

  // The penalized loss.
  double objective(double value) {
    const NewtonPenalty& p = steps_.penalty;
    return total_weight_ * loss_.value(shifted(value)) + p.l2 * value * value / 2 +
           p.l1 * std::abs(value);
  }

 private:
  double weight(std::size_t i) const { return weight_.empty() ? 1.0 : weight_[i]; }

  static double maximum(const std::vector<double>& x) {
    return *std::max_element(x.begin(), x.end());
  }

  LossRows shifted(double value) {
    for (std::size_t i = 0; i < y_.size(); ++i) shifted_[i] = scores_[i] + value;
    return {y_.data(), shifted_.data(), weight_.empty() ? nullptr : weight_.data(), y_.size()};
  }

  double sum_of(const std::vector<double>& x) const {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      largest = std::max(largest, weight(i) * std::abs(x[i]));
    ProductSum sum = empty_sum(largest, x.size());
    for (std::size_t i = 0; i < x.size(); ++i) sum.add(weight(i), x[i]);
    return sum.value();
  }

  const LeafSteps& steps_;
  const int n_threads_;
  std::vector<double> y_, scores_, weight_, shifted_, gradient_, hessian_;
  const Loss& loss_;
  double total_weight_;
};

// Whether the objective, which is convex, decreases all the way from one value to another, where
// its loss has the gradient sum `gradient`.
bool descends(double from, double to, double gradient, const NewtonPenalty& p) {
  const double sign = to != 0 ? to : from;
  return (gradient + p.l2 * to + std::copysign(p.l1, sign)) * (to - from) <= 0;
}

}  // namespace

double LeafSteps::refine(const LossRows& rows, const Row* members, std::size_t n, std::size_t k,
                         double first, double lower, double upper, int n_threads) const {
  LeafProblem problem(*this, rows, members, n, k, n_threads);
  double value = first;
  Sums at = problem.derive(value);
  for (std::size_t i = 0; i < n_further; ++i) {
    double next = newton_value(at.gradient - at.hessian * value, at.hessian, penalty);
    next = std::clamp(next, lower, upper);
    if (!(std::abs(next - value) > kSmallestStep * std::abs(value))) break;
    Sums at_next = problem.derive(next);
    if (!descends(value, next, at_next.gradient, penalty)) {
      const double before = problem.objective(value);
      int halvings = 0;
      for (; halvings < kMaxHalvings && !(problem.objective(next) <= before); ++halvings)
        next = value + (next - value) / 2;
      if (halvings == kMaxHalvings) break;
      if (halvings > 0) at_next = problem.derive(next);
    }
    value = next;
    at = at_next;
  }
  return value;
}

}  // namespace spinney
