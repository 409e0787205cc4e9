// Log loss for K > 2 classes: log(sum of exp(s_j)) - s_y. Hessians are K / (K - 1) p (1 - p): the
// factor keeps simultaneous steps of all scores from overshooting.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/clones.h"
#include "loss/fast_exp.h"
#include "loss/limits.h"
#include "loss/losses.h"
#include "loss/softplus.h"
#include "loss/sums.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = 256;

// Vectorized loops over a block of rows, for one class at a time.
template <class T>
struct ClassBlocks {
  SPINNEY_CLONES
  static void update_max(const double* __restrict score, int n, double* __restrict max) {
    for (int i = 0; i < n; ++i) max[i] = score[i] > max[i] ? score[i] : max[i];
  }
  SPINNEY_CLONES
  static void subtract_max(const double* __restrict score, const double* __restrict max, int n,
                           T* __restrict out) {
    for (int i = 0; i < n; ++i) {
      const auto x = static_cast<T>(score[i] - max[i]);
      out[i] = x > -kMaxScore<T> ? x : -kMaxScore<T>;
    }
  }
  SPINNEY_CLONES
  static void add_exp(T* __restrict x, int n, T* __restrict sum) {
    for (int i = 0; i < n; ++i) {
      x[i] = fast_exp(x[i]);
      sum[i] += x[i];
    }
  }
  SPINNEY_CLONES
  static void normalize(const T* __restrict sum, T factor, int n, T* __restrict gradient,
                        T* __restrict hessian) {
    for (int i = 0; i < n; ++i) {
      const T p = gradient[i] / sum[i];
      const T h = factor * p * (T(1) - p);
      gradient[i] = p;
      hessian[i] = h > kMinHessian<T> ? h : kMinHessian<T>;
    }
  }
};

SPINNEY_CLONES
void add_exp_of_difference(const double* __restrict score, const double* __restrict max, int n,
                           double* __restrict sum) {
  for (int i = 0; i < n; ++i) sum[i] += exp_of_negative(score[i] - max[i]);
}

class Multinomial final : public Loss {
 public:
  explicit Multinomial(const LossSettings& settings)
      : Loss(settings), two_classes_(make_loss("log_loss", 2, {})) {}

  void initial(const LossRows& rows, double* out) const override {
    for (std::size_t k = 0; k < n_classes_; ++k) {
      const auto is_class = [&](std::size_t row) {
        return Fraction{class_of(rows, row) == k ? 1.0 : 0.0, 1.0};
      };
      out[k] = std::log(inner_probability(fraction_of(rows, nullptr, rows.n, is_class).numerator));
    }
  }
  void derive(const LossRows& rows, std::size_t begin, std::size_t end, float* gradient,
              float* hessian) const override {
    derive_blocks(rows, begin, end, gradient, hessian);
  }
  void derive(const LossRows& rows, std::size_t begin, std::size_t end, double* gradient,
              double* hessian) const override {
    derive_blocks(rows, begin, end, gradient, hessian);
  }
  // One Newton step, with Friedman's factor (K - 1) / K.
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t k) const override {
    const double factor = 1 - 1 / static_cast<double>(n_classes_);
    return factor * step_of(fraction_of(rows, members, n, [&](Row row) {
             const double p = softmax(rows, row).probability(rows.scores[k * rows.n + row]);
             return Fraction{(class_of(rows, row) == k) - p, p * (1 - p)};
           }));
  }
  // With the other scores fixed, the loss of class k against the rest: the score is s_k minus
  // log(sum of exp(s_j)) over the other classes.
  const Loss& single_score(const LossRows& rows, const Row* members, std::size_t n, std::size_t k,
                           double* y, double* scores) const override {
    for (std::size_t i = 0; i < n; ++i) {
      const double* score = rows.scores + members[i];
      double max = -std::numeric_limits<double>::infinity(), sum = 0;
      for (std::size_t j = 0; j < n_classes_; ++j)
        if (j != k) max = std::max(max, score[j * rows.n]);
      for (std::size_t j = 0; j < n_classes_; ++j)
        if (j != k) sum += std::exp(score[j * rows.n] - max);
      y[i] = class_of(rows, members[i]) == k;
      scores[i] = score[k * rows.n] - max - std::log(sum);
    }
    return *two_classes_;
  }
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    double max[kBlock], sum[kBlock];
    for (std::size_t at = begin; at < end; at += kBlock, out += kBlock) {
      const int n = static_cast<int>(std::min(kBlock, end - at));
      std::copy_n(rows.scores + at, n, max);
      for (std::size_t k = 1; k < n_classes_; ++k)
        ClassBlocks<double>::update_max(rows.scores + k * rows.n + at, n, max);
      std::fill_n(sum, n, 0.0);
      for (std::size_t k = 0; k < n_classes_; ++k)
        add_exp_of_difference(rows.scores + k * rows.n + at, max, n, sum);
      for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i)
        out[i] =
            std::log(sum[i]) - (rows.scores[class_of(rows, at + i) * rows.n + at + i] - max[i]);
    }
  }

 private:
  static std::size_t class_of(const LossRows& rows, std::size_t row) {
    return static_cast<std::size_t>(rows.y[row]);
  }

  Softmax softmax(const LossRows& rows, std::size_t row) const {
    return {rows.scores + row, n_classes_, rows.n};
  }

  // `gradient` holds exp(s) until the sums are complete.
  template <class T>
  void derive_blocks(const LossRows& rows, std::size_t begin, std::size_t end, T* gradient,
                     T* hessian) const {
    const T factor = static_cast<T>(n_classes_) / static_cast<T>(n_classes_ - 1);
    double max[kBlock];
    T sum[kBlock];
    for (std::size_t at = begin; at < end; at += kBlock) {
      const int n = static_cast<int>(std::min(kBlock, end - at));
      std::copy_n(rows.scores + at, n, max);
      std::fill_n(sum, n, T(0));
      for (std::size_t k = 1; k < n_classes_; ++k)
        ClassBlocks<T>::update_max(rows.scores + k * rows.n + at, n, max);
      for (std::size_t k = 0; k < n_classes_; ++k) {
        T* e = gradient + k * rows.n + at;
        ClassBlocks<T>::subtract_max(rows.scores + k * rows.n + at, max, n, e);
        ClassBlocks<T>::add_exp(e, n, sum);
      }
      for (std::size_t k = 0; k < n_classes_; ++k)
        ClassBlocks<T>::normalize(sum, factor, n, gradient + k * rows.n + at,
                                  hessian + k * rows.n + at);
      for (std::size_t i = at; i < at + static_cast<std::size_t>(n); ++i)
        gradient[class_of(rows, i) * rows.n + i] -= T(1);
    }
  }

  const std::unique_ptr<Loss> two_classes_;
};

}  // namespace

std::unique_ptr<Loss> make_multinomial(const LossSettings& settings) {
  return make<Multinomial>(settings);
}

}  // namespace spinney
