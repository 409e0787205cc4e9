// Computation, rounding and summation of gradients.
#include "train/round_gradients.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clones.h"
#include "base/pool.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = RoundGradients::kBlock;

std::size_t n_blocks(std::size_t n) { return (n + kBlock - 1) / kBlock; }

// Uniform in [0, 1) in steps of 2^-23, determined by key and row.
inline float row_uniform(std::uint32_t key, std::uint32_t row) {
  std::uint32_t z = row * 0x9E3779B9u + key;
  z = (z ^ (z >> 16)) * 0x7FEB352Du;
  z = (z ^ (z >> 15)) * 0x846CA68Bu;
  z ^= z >> 16;
  return static_cast<float>(static_cast<std::int32_t>(z >> 9)) * 0x1.0p-23f;
}

// Stochastic rounding: up with the probability of the fraction. Hessians are not negative; unit
// hessians stay 1.
SPINNEY_CLONES
void round_block(const float* __restrict gradient, const float* __restrict hessian, std::size_t n,
                 float per_g, float per_h, bool unit_hessian, std::uint32_t key,
                 std::uint32_t first_row, std::int64_t* __restrict out) {
  for (std::size_t i = 0; i < n; ++i) {
    const float u = row_uniform(key, first_row + static_cast<std::uint32_t>(i));
    const float v = unit_hessian ? 0.5f : (1.0f - 0x1.0p-23f) - u;
    const float g = gradient[i] * per_g + u, h = hessian[i] * per_h + v;
    const auto cut = static_cast<std::int32_t>(g);
    const std::int32_t whole = cut - (static_cast<float>(cut) > g ? 1 : 0);
    out[i] = (static_cast<std::int64_t>(whole) << 32) +
             static_cast<std::int64_t>(static_cast<std::int32_t>(h));
  }
}

// Maxima and sums of absolute gradients and hessians, in eight lanes on every CPU.
template <class T>
SPINNEY_CLONES void measure_block(const T* __restrict gradient, const T* __restrict hessian,
                                  std::size_t n, T* __restrict out) {
  T g[8] = {}, h[8] = {}, g_sum[8] = {}, h_sum[8] = {};
  const std::size_t whole = n / 8 * 8;
  for (std::size_t i = 0; i < whole; i += 8)
    for (std::size_t k = 0; k < 8; ++k) {
      const T a = gradient[i + k] < 0 ? -gradient[i + k] : gradient[i + k], b = hessian[i + k];
      g[k] = a > g[k] ? a : g[k];
      h[k] = b > h[k] ? b : h[k];
      g_sum[k] += a;
      h_sum[k] += b;
    }
  for (std::size_t i = whole; i < n; ++i) {
    const T a = gradient[i] < 0 ? -gradient[i] : gradient[i];
    g[0] = a > g[0] ? a : g[0];
    h[0] = hessian[i] > h[0] ? hessian[i] : h[0];
    g_sum[0] += a;
    h_sum[0] += hessian[i];
  }
  for (std::size_t k = 1; k < 8; ++k) {
    g[0] = g[k] > g[0] ? g[k] : g[0];
    h[0] = h[k] > h[0] ? h[k] : h[0];
    g_sum[0] += g_sum[k];
    h_sum[0] += h_sum[k];
  }
  out[0] = g[0];
  out[1] = h[0];
  out[2] = g_sum[0];
  out[3] = h_sum[0];
}

// The largest integer per row such that the sum of n rows fits in 31 bits, and that of a small node
// in Counted. Rounding may add 1.
double max_multiple(std::size_t n) {
  return std::max(1.0, std::min(32766.0, std::floor(2147483647.0 / static_cast<double>(n)) - 1));
}

// The unit of rounded numbers of at most `largest`; its inverse is a finite float.
double unit_of(double largest, double max_value) {
  constexpr double kLeast = 1.0 / std::numeric_limits<float>::max();
  return largest > 0 ? std::max(largest / max_value, kLeast) : 1;
}

// A power of two unit such that n rows of at most `largest` add up to at most 2^51, which doubles
// represent exactly.
double precise_unit(double largest, std::size_t n) {
  if (!(largest > 0)) return 1;
  return std::ldexp(1.0, std::ilogb(largest) + 1 + std::ilogb(static_cast<double>(n)) + 1 - 51);
}

template <class Cell>
GradientSums total_of(const std::vector<Cell>& cells, const std::vector<Row>& rows) {
  GradientSums total;
  for (const Row r : rows) total += cells[r].sums();
  return total;
}

}  // namespace

RoundGradients::RoundGradients(std::size_t n_rows, std::size_t n_scores, const double* weight,
                               bool single, bool classic)
    : n_(n_rows),
      n_scores_(n_scores),
      weight_(weight),
      single_(single),
      classic_(classic),
      extents_(n_scores * n_blocks(n_rows)) {
  (single ? g32_.resize(n_ * n_scores) : g64_.resize(n_ * n_scores));
  (single ? h32_.resize(n_ * n_scores) : h64_.resize(n_ * n_scores));
}

// Weighted gradients and hessians of rows [begin, begin + n) of score k; a view, or copied to g and
// h.
template <class T>
std::pair<const T*, const T*> RoundGradients::weighted(std::size_t k, std::size_t begin,
                                                       std::size_t n, T* g, T* h) const {
  const T *gradient, *hessian;
  if constexpr (std::is_same_v<T, float>) {
    gradient = &g32_[k * n_ + begin];
    hessian = &h32_[k * n_ + begin];
  } else {
    gradient = &g64_[k * n_ + begin];
    hessian = &h64_[k * n_ + begin];
  }
  if (!weight_) return {gradient, hessian};
  for (std::size_t i = 0; i < n; ++i) {
    g[i] = static_cast<T>(static_cast<double>(gradient[i]) * weight_[begin + i]);
    h[i] = static_cast<T>(static_cast<double>(hessian[i]) * weight_[begin + i]);
  }
  return {g, h};
}

void RoundGradients::measure(std::size_t block) {
  const std::size_t begin = block * kBlock, n = std::min(kBlock, n_ - begin);
  const auto with = [&](auto type) {
    using T = decltype(type);
    T g[kBlock], h[kBlock], out[4];
    for (std::size_t k = 0; k < n_scores_; ++k) {
      const auto [gradient, hessian] = weighted(k, begin, n, g, h);
      measure_block(gradient, hessian, n, out);
      extents_[k * n_blocks(n_) + block] = {
          static_cast<double>(out[0]), static_cast<double>(out[1]), static_cast<double>(out[2]),
          static_cast<double>(out[3])};
    }
  };
  single_ ? with(float{}) : with(double{});
}

void RoundGradients::derive(const Loss& loss, const LossRows& rows, int n_threads,
                            Interrupt& interrupt) {
  each_block(n_threads, interrupt, [&](std::size_t block, std::size_t begin, std::size_t end) {
    if (single_)
      loss.derive(rows, begin, end, g32_.data(), h32_.data());
    else
      loss.derive(rows, begin, end, g64_.data(), h64_.data());
    for (std::size_t k = 0; k < n_scores_ && classic_; ++k)
      for (std::size_t i = k * n_ + begin; i < k * n_ + end; ++i)
        (single_ ? h32_[i] = 1 : h64_[i] = 1);
    measure(block);
  });
}

void RoundGradients::set(const double* gradient, const double* hessian, int n_threads,
                         Interrupt& interrupt) {
  each_block(n_threads, interrupt, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t k = 0; k < n_scores_; ++k)
      for (std::size_t i = k * n_ + begin; i < k * n_ + end; ++i) {
        const double h = classic_ ? 1.0 : hessian[i];
        (single_ ? g32_[i] = static_cast<float>(gradient[i]) : g64_[i] = gradient[i]);
        (single_ ? h32_[i] = static_cast<float>(h) : h64_[i] = h);
      }
    measure(block);
  });
}

void RoundGradients::reweight(const double* weight, int n_threads, Interrupt& interrupt) {
  weight_ = weight;
  each_block(n_threads, interrupt,
             [&](std::size_t block, std::size_t, std::size_t) { measure(block); });
}

std::vector<double> RoundGradients::magnitudes() const {
  std::vector<double> sum(n_);
  for (std::size_t k = 0; k < n_scores_; ++k)
    for (std::size_t i = 0; i < n_; ++i)
      sum[i] += std::fabs(single_ ? double{g32_[k * n_ + i]} : g64_[k * n_ + i]);
  for (std::size_t i = 0; i < n_ && weight_; ++i) sum[i] *= weight_[i];
  return sum;
}

RoundGradients::Extent RoundGradients::extent(std::size_t k) const {
  Extent all;
  for (std::size_t b = k * n_blocks(n_); b < (k + 1) * n_blocks(n_); ++b) {
    all.gradient = std::max(all.gradient, extents_[b].gradient);
    all.hessian = std::max(all.hessian, extents_[b].hessian);
    all.gradient_sum += extents_[b].gradient_sum;
    all.hessian_sum += extents_[b].hessian_sum;
  }
  return all;
}

bool RoundGradients::small_enough(const Extent& e) const {
  if (!single_) return false;
  const double per_row = max_multiple(n_) / static_cast<double>(n_);
  return e.gradient_sum * per_row >= e.gradient && e.hessian_sum * per_row >= e.hessian;
}

GradientUnit RoundGradients::unit_of(const Extent& e, bool unit_hessian, Packed) const {
  const double max_value = max_multiple(n_);
  return {spinney::unit_of(e.gradient, max_value),
          unit_hessian ? 1 : spinney::unit_of(e.hessian, max_value)};
}

GradientUnit RoundGradients::unit_of(const Extent& e, bool unit_hessian, Precise) const {
  return {precise_unit(e.gradient, n_), unit_hessian ? 1 : precise_unit(e.hessian, n_)};
}

// Rows [begin, end) of score k, at most a block.
void RoundGradients::round_rows(std::size_t k, const GradientUnit& unit, std::uint64_t key,
                                bool unit_hessian, std::size_t begin, std::size_t end,
                                Packed* out) const {
  float g[kBlock], h[kBlock];
  const auto [gradient, hessian] = weighted(k, begin, end - begin, g, h);
  round_block(gradient, hessian, end - begin, static_cast<float>(1 / unit.gradient),
              static_cast<float>(1 / unit.hessian), unit_hessian,
              static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(begin), &out->word);
}

void RoundGradients::round_rows(std::size_t k, const GradientUnit& unit, std::uint64_t, bool,
                                std::size_t begin, std::size_t end, Precise* out) const {
  const auto with = [&](auto type) {
    using T = decltype(type);
    T g[kBlock], h[kBlock];
    const auto [gradient, hessian] = weighted(k, begin, end - begin, g, h);
    for (std::size_t i = 0; i < end - begin; ++i)
      out[i] = Precise::of(std::llrint(static_cast<double>(gradient[i]) / unit.gradient),
                           std::llrint(static_cast<double>(hessian[i]) / unit.hessian));
  };
  single_ ? with(float{}) : with(double{});
}

template <class Cell>
void RoundGradients::round(std::size_t k, std::uint64_t key, bool unit_hessian,
                           const std::vector<Row>* rows, int n_threads, Interrupt& interrupt,
                           IntegerGradients<Cell>& out) const {
  out.unit = unit_of(extent(k), unit_hessian, Cell{});
  out.cells.resize(n_);
  std::vector<GradientSums> totals(n_blocks(n_));
  each_block(n_threads, interrupt, [&](std::size_t block, std::size_t begin, std::size_t end) {
    round_rows(k, out.unit, key, unit_hessian, begin, end, &out.cells[begin]);
    for (std::size_t i = begin; i < end; ++i) totals[block] += out.cells[i].sums();
  });
  out.total = {};
  for (const GradientSums& t : totals) out.total += t;
  if (rows) out.total = total_of(out.cells, *rows);
}

template void RoundGradients::round(std::size_t, std::uint64_t, bool, const std::vector<Row>*, int,
                                    Interrupt&, IntegerGradients<Packed>&) const;
template void RoundGradients::round(std::size_t, std::uint64_t, bool, const std::vector<Row>*, int,
                                    Interrupt&, IntegerGradients<Precise>&) const;

}  // namespace spinney
