// Cross entropy of K classes: log(sum of exp(s_j)) - s_y. Hessians are K / (K - 1) p (1 - p), the
// diagonal made larger so that steps of all scores at once do not overshoot.
#include <algorithm>
#include <cmath>

#include "base/clones.h"
#include "loss/factories.h"
#include "loss/fast_exp.h"
#include "loss/limits.h"
#include "loss/sums.h"
#include "loss/two_classes.h"

namespace spinney {
namespace {

constexpr std::size_t kBlock = 256;

// Steps over a block of rows, for one class at a time; each loop becomes vector code.
template <class T>
struct Steps {
  SPINNEY_CLONES
  static void raise(const double* __restrict score, int n, double* __restrict largest) {
    for (int i = 0; i < n; ++i) largest[i] = score[i] > largest[i] ? score[i] : largest[i];
  }
  SPINNEY_CLONES
  static void below(const double* __restrict score, const double* __restrict largest, int n,
                    T* __restrict out) {
    for (int i = 0; i < n; ++i) {
      const auto x = static_cast<T>(score[i] - largest[i]);
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
  static void share(const T* __restrict sum, T factor, int n, T* __restrict gradient,
                    T* __restrict hessian) {
    for (int i = 0; i < n; ++i) {
      const T p = gradient[i] / sum[i];
      const T h = factor * p * (T(1) - p);
      gradient[i] = p;
      hessian[i] = h > kMinHessian<T> ? h : kMinHessian<T>;
    }
  }
};

struct Softmax {
  double largest, sum;  // of the scores; of exp(score - largest)

  double share(double score) const { return std::exp(score - largest) / sum; }
};

class Multinomial final : public Loss {
 public:
  explicit Multinomial(std::size_t n_classes) : n_classes_(n_classes) {}

  std::size_t n_scores() const override { return n_classes_; }

  void initial(const LossRows& rows, double* out) const override {
    for (std::size_t k = 0; k < n_classes_; ++k) {
      const auto is_class = [&](std::size_t row) {
        return Fraction{class_of(rows, row) == k ? 1.0 : 0.0, 1.0};
      };
      out[k] = std::log(inner_share(fraction_of(rows, nullptr, rows.n, is_class).over));
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
             const double p =
                 softmax(rows.scores + row, rows.n).share(rows.scores[k * rows.n + row]);
             return Fraction{(class_of(rows, row) == k) - p, p * (1 - p)};
           }));
  }
  double value(const LossRows& rows) const override {
    return mean_of(rows, [&](std::size_t i) {
      const Softmax all = softmax(rows.scores + i, rows.n);
      return std::log(all.sum) - (rows.scores[class_of(rows, i) * rows.n + i] - all.largest);
    });
  }
  std::size_t n_outputs() const override { return n_classes_; }
  void predict(const double* scores, std::size_t n, double* out) const override {
    for (std::size_t i = 0; i < n; ++i) {
      const Softmax all = softmax(scores + i, n);
      for (std::size_t k = 0; k < n_classes_; ++k)
        out[i * n_classes_ + k] = all.share(scores[k * n + i]);
    }
  }

 private:
  static std::size_t class_of(const LossRows& rows, std::size_t row) {
    return static_cast<std::size_t>(rows.y[row]);
  }

  // Of one row, whose scores are `stride` apart.
  Softmax softmax(const double* scores, std::size_t stride) const {
    Softmax all{scores[0], 0};
    for (std::size_t k = 1; k < n_classes_; ++k)
      all.largest = std::max(all.largest, scores[k * stride]);
    for (std::size_t k = 0; k < n_classes_; ++k)
      all.sum += std::exp(scores[k * stride] - all.largest);
    return all;
  }

  // The gradients' place serves for exp(s) until the sums are known.
  template <class T>
  void derive_blocks(const LossRows& rows, std::size_t begin, std::size_t end, T* gradient,
                     T* hessian) const {
    const T factor = static_cast<T>(n_classes_) / static_cast<T>(n_classes_ - 1);
    double largest[kBlock];
    T sum[kBlock];
    for (std::size_t at = begin; at < end; at += kBlock) {
      const int n = static_cast<int>(std::min(kBlock, end - at));
      std::copy_n(rows.scores + at, n, largest);
      std::fill_n(sum, n, T(0));
      for (std::size_t k = 1; k < n_classes_; ++k)
        Steps<T>::raise(rows.scores + k * rows.n + at, n, largest);
      for (std::size_t k = 0; k < n_classes_; ++k) {
        T* e = gradient + k * rows.n + at;
        Steps<T>::below(rows.scores + k * rows.n + at, largest, n, e);
        Steps<T>::add_exp(e, n, sum);
      }
      for (std::size_t k = 0; k < n_classes_; ++k)
        Steps<T>::share(sum, factor, n, gradient + k * rows.n + at, hessian + k * rows.n + at);
      for (std::size_t i = at; i < at + static_cast<std::size_t>(n); ++i)
        gradient[class_of(rows, i) * rows.n + i] -= T(1);
    }
  }

  const std::size_t n_classes_;
};

}  // namespace

std::unique_ptr<Loss> make_multinomial(const LossSettings& settings) {
  return std::make_unique<Multinomial>(settings.n_classes);
}

}  // namespace spinney
