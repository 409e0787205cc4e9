// Gradients and hessians of a round, also weighted and rounded to integers for histograms.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/pool.h"
#include "base/product_sum.h"
#include "loss/loss.h"
#include "split/gradients.h"
#include "split/vector_cell.h"

namespace spinney {

// Integer gradients of a tree, an entry per row.
template <class Cell>
struct IntegerGradients {
  std::vector<Cell> cells;
  GradientUnit unit;
  typename Cell::Sums total;  // over the rows of the tree
};

class RoundGradients {
 public:
  static constexpr std::size_t kBlock = 8192;  // rows per task

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
  template <class Cell>
  void round(std::size_t k, std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
             int n_threads, Interrupt& interrupt, IntegerGradients<Cell>& out) const;
  // All scores as channels of one cell per row, in a common unit. The hessians of score 0 count.
  void round(std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows, int n_threads,
             Interrupt& interrupt, IntegerGradients<PackedVector>& out) const;
  void round(std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows, int n_threads,
             Interrupt& interrupt, IntegerGradients<PreciseVector>& out) const;
  // Whether small integers are precise enough for score k, or for all scores in a common unit.
  bool small_enough(std::size_t k) const { return small_enough(extent(k)); }
  bool all_small_enough() const { return small_enough(common_extent()); }

  // Channels for the split search of a tree for all scores: their gradients, or sketches of them
  // (random projections that depend on the key only) if there are more scores than channels. The
  // hessian of a row is the mean of its scores, the same in all channels.
  void sketch(const RoundGradients& scores, std::uint64_t key, int n_threads, Interrupt& interrupt);
  std::size_t n_scores() const { return n_scores_; }

  // Gradients and hessians of some rows, not weighted.
  void copy(std::size_t k, const Row* rows, std::size_t n, double* gradient, double* hessian) const;
  const double* weight() const { return weight_; }

  // Weighted sums of gradients and hessians over some rows, independent of their order.
  std::pair<double, double> sums(std::size_t k, const Row* rows, std::size_t n, int n_threads,
                                 Interrupt& interrupt) const;

  // Copies the gradients row by row, for all_sums() of this round.
  void arrange_rows(int n_threads, Interrupt& interrupt);
  // The same sums of all scores; n_scores() gradients and hessians.
  void all_sums(const Row* rows, std::size_t n, int n_threads, Interrupt& interrupt,
                double* gradient, double* hessian) const;

 private:
  struct Extent {
    double gradient = 0, hessian = 0;          // maxima
    double gradient_sum = 0, hessian_sum = 0;  // sums of absolute values
  };
  Extent extent(std::size_t k) const;
  Extent common_extent() const;
  bool small_enough(const Extent& e) const;
  GradientUnit unit_of(const Extent& e, bool unit_hessian, Packed) const;
  GradientUnit unit_of(const Extent& e, bool unit_hessian, Precise) const;
  void round_rows(std::size_t k, const GradientUnit& unit, std::uint64_t key, bool unit_hessian,
                  std::size_t begin, std::size_t end, Packed* out) const;
  void round_rows(std::size_t k, const GradientUnit& unit, std::uint64_t key, bool unit_hessian,
                  std::size_t begin, std::size_t end, Precise* out) const;
  template <class Cell, class T>
  void round_channels(std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
                      int n_threads, Interrupt& interrupt,
                      IntegerGradients<VectorCell<T>>& out) const;
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
  // Calls body(block, begin, end) for all blocks of rows.
  template <class Body>
  void each_block(int n_threads, Interrupt& interrupt, Body&& body) const {
    parallel_for(n_ < 4 * kBlock ? 1 : n_threads, (n_ + kBlock - 1) / kBlock, interrupt,
                 [&](std::size_t b, int) { body(b, b * kBlock, std::min(n_, (b + 1) * kBlock)); });
  }

  std::size_t n_, n_scores_;
  const double* weight_;
  bool single_, classic_;
  std::vector<float> g32_, h32_;  // not weighted, which keeps the precision of leaf sums
  std::vector<double> g64_, h64_;
  std::vector<Extent> extents_;  // scores x blocks
  // Of arrange_rows(): rows x gradients and hessians, and the terms of their grids.
  std::vector<float> rows32_;
  std::vector<double> rows64_, coarse_, fine_;
};

}  // namespace spinney
