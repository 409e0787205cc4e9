// Gradients and hessians of a round, also weighted and rounded to integers for histograms.
#pragma once

#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/product_sum.h"
#include "loss/loss.h"
#include "split/gradients.h"

namespace spinney {

// Integer gradients of a tree, an entry per row.
template <class Cell>
struct IntegerGradients {
  std::vector<Cell> cells;
  GradientUnit unit;
  GradientSums total;  // over the rows of the tree
};

class RoundGradients {
 public:
  // `single`: float32. `weight` (or null) must outlive the object. `classic`: hessians are the
  // weights.
  RoundGradients(std::size_t n_rows, std::size_t n_scores, const double* weight, bool single,
                 bool classic);

  void derive(const Loss& loss, const LossRows& rows, int n_threads, Interrupt& interrupt);
  void set(const double* gradient, const double* hessian, int n_threads, Interrupt& interrupt);

  // Replaces the weights (null: all 1) of the next derivatives, or also of these.
  void set_weight(const double* weight) { weight_ = weight; }
  void reweight(const double* weight, int n_threads, Interrupt& interrupt);
  // Weighted absolute gradients, summed over the scores.
  std::vector<double> magnitudes() const;

  // Rounds score k to small integers, stochastically by (key, row) so that sums are unbiased, or to
  // integers with full precision. `unit_hessian`: all hessians are 1. `rows`: the rows of the tree,
  // or null.
  void round(std::size_t k, std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
             int n_threads, Interrupt& interrupt, IntegerGradients<Packed>& out) const;
  void round(std::size_t k, std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
             int n_threads, Interrupt& interrupt, IntegerGradients<Precise>& out) const;
  // Whether small integers are precise enough for score k.
  bool small_enough(std::size_t k) const;

  // Gradients and hessians of some rows, not weighted.
  void copy(std::size_t k, const Row* rows, std::size_t n, double* gradient, double* hessian) const;
  const double* weight() const { return weight_; }

  // Weighted sums of gradients and hessians over some rows, independent of their order.
  std::pair<double, double> sums(std::size_t k, const Row* rows, std::size_t n, int n_threads,
                                 Interrupt& interrupt) const;

 private:
  struct Extent {
    double gradient = 0, hessian = 0;          // maxima
    double gradient_sum = 0, hessian_sum = 0;  // sums of absolute values
  };
  Extent extent(std::size_t k) const;
  void measure(std::size_t block);
  template <class T>
  std::pair<const T*, const T*> weighted(std::size_t k, std::size_t begin, std::size_t n, T* g,
                                         T* h) const;
  struct Maxima {
    double gradient = 0, hessian = 0;  // of absolute values
  };
  struct Sums {
    ProductSum gradient, hessian;
  };
  template <class F>
  auto visit(std::size_t k, F&& f) const;
  Maxima block_maxima(std::size_t k, const Row* rows, std::size_t n) const;
  Sums block_sums(std::size_t k, const Row* rows, std::size_t n, Sums sums) const;
  template <class Body>
  void each_block(int n_threads, Interrupt& interrupt, Body&& body) const;

  std::size_t n_, n_scores_;
  const double* weight_;
  bool single_, classic_;
  std::vector<float> g32_, h32_;  // not weighted, which keeps the precision of leaf sums
  std::vector<double> g64_, h64_;
  std::vector<Extent> extents_;  // scores x blocks
};

}  // namespace spinney
