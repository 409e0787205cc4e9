// Sums of the gradients of a leaf: first the maxima, then exact sums on a grid of their size.
#include <algorithm>
#include <cmath>

#include "base/pool.h"
#include "train/round_gradients.h"

namespace spinney {
// Calls f(gradients, hessians) of score k, in the precision in which they are stored.
template <class F>
auto RoundGradients::visit(std::size_t k, F&& f) const {
  return single_ ? f(&g32_[k * n_], &h32_[k * n_]) : f(&g64_[k * n_], &h64_[k * n_]);
}

void RoundGradients::copy(std::size_t k, const Row* rows, std::size_t n, double* gradient,
                          double* hessian) const {
  visit(k, [&](const auto* gradients, const auto* hessians) {
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] = gradients[rows[i]];
      hessian[i] = hessians[rows[i]];
    }
  });
}

RoundGradients::Maxima RoundGradients::block_maxima(std::size_t k, const Row* rows,
                                                    std::size_t n) const {
  return visit(k, [&](const auto* gradients, const auto* hessians) {
    Maxima max;
    for (std::size_t i = 0; i < n; ++i) {
      const double w = weight_ ? weight_[rows[i]] : 1.0;
      max.gradient = std::max(max.gradient, w * std::fabs(double{gradients[rows[i]]}));
      max.hessian = std::max(max.hessian, w * std::fabs(double{hessians[rows[i]]}));
    }
    return max;
  });
}

// Adds rows to empty sums.
RoundGradients::Sums RoundGradients::block_sums(std::size_t k, const Row* rows, std::size_t n,
                                                Sums sums) const {
  return visit(k, [&](const auto* gradients, const auto* hessians) {
    for (std::size_t i = 0; i < n; ++i) {
      const double w = weight_ ? weight_[rows[i]] : 1.0;
      sums.gradient.add(w, gradients[rows[i]]);
      sums.hessian.add(w, hessians[rows[i]]);
    }
    return sums;
  });
}

std::pair<double, double> RoundGradients::sums(std::size_t k, const Row* rows, std::size_t n,
                                               int n_threads, Interrupt& interrupt) const {
  constexpr double kFinite = 1e290;  // keeps the grids finite if gradients overflow
  const std::size_t n_blocks = (n + kBlock - 1) / kBlock;
  std::vector<Maxima> maxima(n_blocks);
  const auto each = [&](const auto& body) {
    parallel_for(n_threads, n_blocks, interrupt, [&](std::size_t b, int) {
      body(b, rows + b * kBlock, std::min(kBlock, n - b * kBlock));
    });
  };
  each([&](std::size_t b, const Row* from, std::size_t size) {
    maxima[b] = block_maxima(k, from, size);
  });
  Maxima max;
  for (const Maxima& m : maxima) {
    max.gradient = std::max(max.gradient, m.gradient);
    max.hessian = std::max(max.hessian, m.hessian);
  }
  Sums all{{std::min(max.gradient, kFinite), n}, {std::min(max.hessian, kFinite), n}};
  std::vector<Sums> blocks(n_blocks, all);
  each([&](std::size_t b, const Row* from, std::size_t size) {
    blocks[b] = block_sums(k, from, size, blocks[b]);
  });
  for (const Sums& block : blocks) {
    all.gradient.add(block.gradient);
    all.hessian.add(block.hessian);
  }
  return {all.gradient.value(), all.hessian.value()};
}

}  // namespace spinney
