#include "train/round_gradients.h"

#include <algorithm>
#include <cmath>

#include "base/clones.h"
#include "base/pool.h"
#include "base/random.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = 8192;

std::size_t n_blocks(std::size_t n) { return (n + kBlock - 1) / kBlock; }
int threads_for(std::size_t n, int n_threads) { return n < 4 * kBlock ? 1 : n_threads; }

// Uniform in [0, 1) in steps of 2^-23, by key and row alone.
inline float row_uniform(std::uint32_t key, std::uint32_t row) {
  std::uint32_t z = row * 0x9E3779B9u + key;
  z = (z ^ (z >> 16)) * 0x7FEB352Du;
  z = (z ^ (z >> 15)) * 0x846CA68Bu;
  z ^= z >> 16;
  return static_cast<float>(static_cast<std::int32_t>(z >> 9)) * 0x1.0p-23f;
}

// Rounds up with the probability of what would be cut off. Hessians are not negative; those that are all 1 stay so.
SPINNEY_CLONES
void round_block(const float* __restrict gradient, const float* __restrict hessian, std::size_t begin, std::size_t end,
                 float per_g, float per_h, bool unit_hessian, std::uint32_t key, std::int64_t* __restrict out) {
  for (std::size_t i = begin; i < end; ++i) {
    const float u = row_uniform(key, static_cast<std::uint32_t>(i));
    const float v = unit_hessian ? 0.5f : (1.0f - 0x1.0p-23f) - u;
    const float g = gradient[i] * per_g + u, h = hessian[i] * per_h + v;
    const auto cut = static_cast<std::int32_t>(g);
    const std::int32_t whole = cut - (static_cast<float>(cut) > g ? 1 : 0);
    out[i] = (static_cast<std::int64_t>(whole) << 32) + static_cast<std::int64_t>(static_cast<std::int32_t>(h));
  }
}

SPINNEY_CLONES
void extent_of(const float* __restrict gradient, const float* __restrict hessian, std::size_t n, float* out) {
  float g[8] = {}, h[8] = {}, g_sum[8] = {}, h_sum[8] = {};
  const std::size_t whole = n / 8 * 8;
  for (std::size_t i = 0; i < whole; i += 8)
    for (std::size_t k = 0; k < 8; ++k) {
      const float a = gradient[i + k] < 0 ? -gradient[i + k] : gradient[i + k], b = hessian[i + k];
      g[k] = a > g[k] ? a : g[k];
      h[k] = b > h[k] ? b : h[k];
      g_sum[k] += a;
      h_sum[k] += b;
    }
  for (std::size_t i = whole; i < n; ++i) {
    const float a = std::fabs(gradient[i]);
    g[0] = std::max(g[0], a);
    h[0] = std::max(h[0], hessian[i]);
    g_sum[0] += a;
    h_sum[0] += hessian[i];
  }
  for (std::size_t k = 1; k < 8; ++k) {
    g[0] = std::max(g[0], g[k]);
    h[0] = std::max(h[0], h[k]);
    g_sum[0] += g_sum[k];
    h_sum[0] += h_sum[k];
  }
  out[0] = g[0];
  out[1] = h[0];
  out[2] = g_sum[0];
  out[3] = h_sum[0];
}

// The largest number that n rows can have without their sum passing 31 bits.
double most_of(std::size_t n) { return std::max(1.0, std::min(32767.0, std::floor(2147483647.0 / double(n)) - 1)); }

// A power of two of which n rows of at most `largest` are at most 2^51, so that doubles add them exactly too.
double precise_unit(double largest, std::size_t n) {
  if (!(largest > 0)) return 1;
  return std::ldexp(1.0, std::ilogb(largest) + 1 + std::ilogb(static_cast<double>(n)) + 1 - 51);
}

template <class Cell>
GradientSums total_of(const std::vector<Cell>& cells, const std::vector<Row>* rows) {
  GradientSums total;
  if (rows) {
    for (const Row r : *rows) total += cells[r].sums();
  } else {
    for (const Cell& c : cells) total += c.sums();
  }
  return total;
}

}  // namespace

RoundGradients::RoundGradients(std::size_t n_rows, std::size_t n_scores, bool single)
    : n_(n_rows), n_scores_(n_scores), single_(single) {
  if (single) {
    g32_.resize(n_ * n_scores);
    h32_.resize(n_ * n_scores);
  } else {
    g64_.resize(n_ * n_scores);
    h64_.resize(n_ * n_scores);
  }
}

void RoundGradients::weigh(const double* weight, bool classic, std::size_t begin, std::size_t end) {
  if (!weight && !classic) return;
  const auto apply = [&](auto& g, auto& h) {
    using T = typename std::remove_cvref_t<decltype(g)>::value_type;
    for (std::size_t k = 0; k < n_scores_; ++k)
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t at = k * n_ + i;
        const double w = weight ? weight[i] : 1.0;
        g[at] = static_cast<T>(static_cast<double>(g[at]) * w);
        h[at] = static_cast<T>(classic ? w : static_cast<double>(h[at]) * w);
      }
  };
  if (single_)
    apply(g32_, h32_);
  else
    apply(g64_, h64_);
}

void RoundGradients::derive(const Loss& loss, const LossRows& rows, bool classic, int n_threads, Interrupt& interrupt) {
  parallel_for(threads_for(n_ * n_scores_, n_threads), n_blocks(n_), interrupt, [&](std::size_t b, int) {
    const std::size_t begin = b * kBlock, end = std::min(n_, begin + kBlock);
    if (single_)
      loss.derive(rows, begin, end, g32_.data(), h32_.data());
    else
      loss.derive(rows, begin, end, g64_.data(), h64_.data());
    weigh(rows.weight, classic, begin, end);
  });
}

void RoundGradients::set(const double* gradient, const double* hessian, const double* weight, bool classic) {
  for (std::size_t i = 0; i < n_ * n_scores_; ++i) {
    if (single_) {
      g32_[i] = static_cast<float>(gradient[i]);
      h32_[i] = static_cast<float>(hessian[i]);
    } else {
      g64_[i] = gradient[i];
      h64_[i] = hessian[i];
    }
  }
  weigh(weight, classic, 0, n_);
}

RoundGradients::Extent RoundGradients::extent(std::size_t k) const {
  Extent all;
  if (single_) {
    for (std::size_t begin = 0; begin < n_; begin += kBlock) {
      float part[4];
      extent_of(&g32_[k * n_ + begin], &h32_[k * n_ + begin], std::min(kBlock, n_ - begin), part);
      all.gradient = std::max(all.gradient, static_cast<double>(part[0]));
      all.hessian = std::max(all.hessian, static_cast<double>(part[1]));
      all.gradient_sum += static_cast<double>(part[2]);
      all.hessian_sum += static_cast<double>(part[3]);
    }
  } else {
    for (std::size_t i = k * n_; i < (k + 1) * n_; ++i) {
      all.gradient = std::max(all.gradient, std::fabs(g64_[i]));
      all.hessian = std::max(all.hessian, h64_[i]);
    }
  }
  return all;
}

bool RoundGradients::small_enough(std::size_t k) const {
  if (!single_) return false;
  const Extent e = extent(k);
  const double mean = most_of(n_) / static_cast<double>(n_);
  return e.gradient_sum * mean >= e.gradient && e.hessian_sum * mean >= e.hessian;
}

void RoundGradients::round(std::size_t k, std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
                           int n_threads, Interrupt& interrupt, WholeGradients<Packed>& out) const {
  static_assert(sizeof(Packed) == sizeof(std::int64_t));
  const Extent e = extent(k);
  const double most = most_of(n_);
  out.unit.gradient = e.gradient > 0 ? e.gradient / most : 1;
  out.unit.hessian = unit_hessian || !(e.hessian > 0) ? 1 : e.hessian / most;
  out.cells.resize(n_);
  parallel_for(threads_for(n_, n_threads), n_blocks(n_), interrupt, [&](std::size_t b, int) {
    round_block(&g32_[k * n_], &h32_[k * n_], b * kBlock, std::min(n_, (b + 1) * kBlock),
                static_cast<float>(1 / out.unit.gradient), static_cast<float>(1 / out.unit.hessian), unit_hessian,
                static_cast<std::uint32_t>(key >> 32), reinterpret_cast<std::int64_t*>(out.cells.data()));
  });
  out.total = total_of(out.cells, rows);
}

void RoundGradients::round(std::size_t k, std::uint64_t, bool unit_hessian, const std::vector<Row>* rows, int,
                           Interrupt&, WholeGradients<Precise>& out) const {
  const Extent e = extent(k);
  out.unit.gradient = precise_unit(e.gradient, n_);
  out.unit.hessian = unit_hessian ? 1 : precise_unit(e.hessian, n_);
  out.cells.resize(n_);
  for (std::size_t i = 0; i < n_; ++i)
    out.cells[i] = Precise::of(std::llrint(gradient(k * n_ + i) / out.unit.gradient),
                               std::llrint(hessian(k * n_ + i) / out.unit.hessian));
  out.total = total_of(out.cells, rows);
}

std::pair<double, double> RoundGradients::sums(std::size_t k, const Row* rows, std::size_t n) const {
  double g = 0, h = 0;
  const auto add = [&](const auto* gradients, const auto* hessians) {
    for (std::size_t i = 0; i < n; ++i) {
      g += static_cast<double>(gradients[rows[i]]);
      h += static_cast<double>(hessians[rows[i]]);
    }
  };
  if (single_)
    add(&g32_[k * n_], &h32_[k * n_]);
  else
    add(&g64_[k * n_], &h64_[k * n_]);
  return {g, h};
}

}  // namespace spinney
