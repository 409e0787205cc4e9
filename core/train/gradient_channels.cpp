// Gradients of several scores as channels of one tree: sketches and common rounding.
#include <algorithm>
#include <cmath>

#include "base/clones.h"
#include "base/random.h"
#include "train/round_gradients.h"

namespace spinney {
namespace {

constexpr std::size_t kRows = 512;  // rows of a block that stay in the cache

template <class T>
SPINNEY_CLONES void add_scaled(const T* __restrict from, T factor, std::size_t n,
                               T* __restrict to) {
  for (std::size_t i = 0; i < n; ++i) to[i] += factor * from[i];
}

// Random signs divided by the root of the number of channels, scores x channels: the expected sum
// of squares over channels is that over scores.
std::vector<double> projection(std::size_t n_scores, std::size_t n_channels, std::uint64_t key) {
  std::vector<double> factors(n_scores * n_channels);
  const double size = 1 / std::sqrt(static_cast<double>(n_channels));
  for (std::size_t i = 0; i < factors.size(); ++i)
    factors[i] = derive_key(key, i) >> 63 ? size : -size;
  return factors;
}

}  // namespace

void RoundGradients::sketch(const RoundGradients& scores, std::uint64_t key, int n_threads,
                            Interrupt& interrupt) {
  const std::size_t n_from = scores.n_scores_;
  const bool projects = n_from > n_scores_;
  const std::vector<double> factors =
      projects ? projection(n_from, n_scores_, key) : std::vector<double>{};
  const auto fill = [&](const auto* from_g, const auto* from_h, auto* g, auto* h, std::size_t begin,
                        std::size_t n) {
    using T = std::remove_reference_t<decltype(*g)>;
    const auto combine = [&](const T* from, T* to, const auto& factor) {
      std::fill_n(to + begin, n, T(0));
      for (std::size_t k = 0; k < n_from; ++k)
        add_scaled(from + k * n_ + begin, static_cast<T>(factor(k)), n, to + begin);
    };
    combine(from_h, h, [&](std::size_t) { return 1 / static_cast<double>(n_from); });
    for (std::size_t c = 0; c < n_scores_; ++c) {
      if (projects)
        combine(from_g, g + c * n_, [&](std::size_t k) { return factors[k * n_scores_ + c]; });
      else
        std::copy_n(from_g + c * n_ + begin, n, g + c * n_ + begin);
      if (c > 0) std::copy_n(h + begin, n, h + c * n_ + begin);
    }
  };
  each_block(n_threads, interrupt, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; at += kRows) {
      const std::size_t n = std::min(kRows, end - at);
      single_ ? fill(scores.g32_.data(), scores.h32_.data(), g32_.data(), h32_.data(), at, n)
              : fill(scores.g64_.data(), scores.h64_.data(), g64_.data(), h64_.data(), at, n);
    }
    measure(block);
  });
}

RoundGradients::Extent RoundGradients::common_extent() const {
  Extent all;
  for (std::size_t k = 0; k < n_scores_; ++k) {
    const Extent e = extent(k);
    all.gradient = std::max(all.gradient, e.gradient);
    all.hessian = std::max(all.hessian, e.hessian);
    all.gradient_sum += e.gradient_sum / static_cast<double>(n_scores_);
    all.hessian_sum += e.hessian_sum / static_cast<double>(n_scores_);
  }
  return all;
}

// Cell: the type of a single channel.
template <class Cell, class T>
void RoundGradients::round_channels(std::uint64_t key, bool unit_hessian,
                                    const std::vector<Row>* rows, int n_threads,
                                    Interrupt& interrupt,
                                    IntegerGradients<VectorCell<T>>& out) const {
  using Vector = VectorCell<T>;
  out.unit = unit_of(common_extent(), unit_hessian, Cell{});
  out.cells.resize(n_);
  std::vector<VectorSums> totals((n_ + kBlock - 1) / kBlock);
  each_block(n_threads, interrupt, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Cell one[kRows];
    for (std::size_t at = begin; at < end; at += kRows) {
      const std::size_t n = std::min(kRows, end - at);
      for (std::size_t c = 0; c < n_scores_; ++c) {
        round_rows(c, out.unit, key, unit_hessian, at, at + n, one);
        for (std::size_t i = 0; i < n; ++i) {
          Vector& cell = out.cells[at + i];
          cell.lanes[c] = static_cast<T>(one[i].gradient());
          if (c > 0) continue;
          cell.lanes[Vector::kHessian] = static_cast<T>(one[i].hessian());
          cell.lanes[Vector::kCount] = 1;
        }
      }
      for (std::size_t i = at; i < at + n && !rows; ++i) totals[block] += out.cells[i].sums();
    }
  });
  out.total = {};
  for (const VectorSums& t : totals) out.total += t;
  for (std::size_t i = 0; rows && i < rows->size(); ++i) out.total += out.cells[(*rows)[i]].sums();
}

void RoundGradients::round(std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
                           int n_threads, Interrupt& interrupt,
                           IntegerGradients<PackedVector>& out) const {
  round_channels<Packed>(key, unit_hessian, rows, n_threads, interrupt, out);
}

void RoundGradients::round(std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
                           int n_threads, Interrupt& interrupt,
                           IntegerGradients<PreciseVector>& out) const {
  round_channels<Precise>(key, unit_hessian, rows, n_threads, interrupt, out);
}

}  // namespace spinney
