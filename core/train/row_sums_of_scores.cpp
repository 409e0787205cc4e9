// Sums of the gradients of all scores: rows are stored one after the other, and all scores of a row
// are added at once. The grids of the sums depend on the round only.
#include <algorithm>
#include <cmath>

#include "base/clones.h"
#include "train/round_gradients.h"

namespace spinney {
namespace {

constexpr std::size_t kTileRows = 64;

// Adds one row of numbers to coarse and fine sums; see base/grid.h.
SPINNEY_CLONES
void add_row(const float* __restrict x, std::size_t n, const double* __restrict coarse_term,
             const double* __restrict fine_term, double* __restrict coarse,
             double* __restrict fine) {
  for (std::size_t j = 0; j < n; ++j) {
    const double v = x[j], c = (v + coarse_term[j]) - coarse_term[j];
    coarse[j] += c;
    fine[j] += ((v - c) + fine_term[j]) - fine_term[j];
  }
}

SPINNEY_CLONES
void add_row(const double* __restrict x, std::size_t n, const double* __restrict coarse_term,
             const double* __restrict fine_term, double* __restrict coarse,
             double* __restrict fine) {
  for (std::size_t j = 0; j < n; ++j) {
    const double c = (x[j] + coarse_term[j]) - coarse_term[j];
    coarse[j] += c;
    fine[j] += ((x[j] - c) + fine_term[j]) - fine_term[j];
  }
}

// The same times a weight; the product and its rounding error are added.
template <class T>
void add_weighted(const T* x, double weight, std::size_t n, const double* coarse_term,
                  const double* fine_term, double* coarse, double* fine) {
  for (std::size_t j = 0; j < n; ++j) {
    const double v = x[j], product = weight * v, rest = std::fma(weight, v, -product);
    const double c = (product + coarse_term[j]) - coarse_term[j];
    coarse[j] += c;
    fine[j] += (((product - c) + rest) + fine_term[j]) - fine_term[j];
  }
}

}  // namespace

void RoundGradients::arrange_rows(int n_threads, Interrupt& interrupt) {
  constexpr double kFinite = 1e290;  // keeps the grids finite if gradients overflow
  const std::size_t width = 2 * n_scores_;
  coarse_.resize(width);
  fine_.resize(width);
  for (std::size_t k = 0; k < n_scores_; ++k) {
    const Extent e = extent(k);
    for (const bool second : {false, true}) {
      const Grid grid(std::min(second ? e.hessian : e.gradient, kFinite), n_);
      coarse_[k + second * n_scores_] = grid.coarse_term();
      fine_[k + second * n_scores_] = grid.fine_term();
    }
  }
  single_ ? rows32_.resize(n_ * width) : rows64_.resize(n_ * width);
  const auto copy = [&](const auto* from, std::size_t begin, std::size_t end, auto* to) {
    for (std::size_t k = 0; k < n_scores_; ++k)
      for (std::size_t i = begin; i < end; ++i) to[i * width + k] = from[k * n_ + i];
  };
  each_block(n_threads, interrupt, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; at += kTileRows) {
      const std::size_t stop = std::min(end, at + kTileRows);
      if (single_) {
        copy(g32_.data(), at, stop, rows32_.data());
        copy(h32_.data(), at, stop, rows32_.data() + n_scores_);
      } else {
        copy(g64_.data(), at, stop, rows64_.data());
        copy(h64_.data(), at, stop, rows64_.data() + n_scores_);
      }
    }
  });
}

void RoundGradients::all_sums(const Row* rows, std::size_t n, int n_threads, Interrupt& interrupt,
                              double* gradient, double* hessian) const {
  const std::size_t width = 2 * n_scores_, n_tasks = (n + kBlock - 1) / kBlock;
  std::vector<double> sums(n_tasks * 2 * width);
  parallel_for(n_threads, n_tasks, interrupt, [&](std::size_t task, int) {
    double *coarse = &sums[task * 2 * width], *fine = coarse + width;
    const auto add = [&](const auto* all) {
      for (std::size_t i = task * kBlock; i < std::min(n, (task + 1) * kBlock); ++i) {
        const auto* x = all + rows[i] * width;
        if (weight_)
          add_weighted(x, weight_[rows[i]], width, coarse_.data(), fine_.data(), coarse, fine);
        else
          add_row(x, width, coarse_.data(), fine_.data(), coarse, fine);
      }
    };
    single_ ? add(rows32_.data()) : add(rows64_.data());
  });
  for (std::size_t task = 1; task < n_tasks; ++task)
    for (std::size_t j = 0; j < 2 * width; ++j) sums[j] += sums[task * 2 * width + j];
  for (std::size_t k = 0; k < n_scores_ && n_tasks > 0; ++k) {
    gradient[k] = sums[k] + sums[width + k];
    hessian[k] = sums[n_scores_ + k] + sums[width + n_scores_ + k];
  }
}

}  // namespace spinney
