// The gradients and hessians of a round; and, weighted, as whole numbers, which histograms add up.
#pragma once

#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "loss/loss.h"
#include "split/gradients.h"

namespace spinney {

// Every row's numbers for a tree.
template <class Cell>
struct IntegerGradients {
  std::vector<Cell> cells;
  GradientUnit unit;
  GradientSums total;  // of the rows that the tree grows on
};

class RoundGradients {
 public:
  // In single precision, or in double. `weight` (or null) must stay. `classic`: hessians are the
  // weights alone.
  RoundGradients(std::size_t n_rows, std::size_t n_scores, const double* weight, bool single,
                 bool classic);

  void derive(const Loss& loss, const LossRows& rows, int n_threads, Interrupt& interrupt);
  void set(const double* gradient, const double* hessian, int n_threads, Interrupt& interrupt);

  // Score k in small numbers, rounded up or down at random by (key, row) so that sums are right on
  // average; or in all digits that count. `unit_hessian`: every hessian is 1. `rows`: those that
  // the tree grows on, or null.
  void round(std::size_t k, std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
             int n_threads, Interrupt& interrupt, IntegerGradients<Packed>& out) const;
  void round(std::size_t k, std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows,
             int n_threads, Interrupt& interrupt, IntegerGradients<Precise>& out) const;
  // Whether small numbers can tell the rows of score k apart.
  bool small_enough(std::size_t k) const;

  // Weighted sums of gradients and hessians over some rows, a block of them after another.
  std::pair<double, double> sums(std::size_t k, const Row* rows, std::size_t n, int n_threads,
                                 Interrupt& interrupt) const;

 private:
  struct Extent {
    double gradient = 0, hessian = 0;          // largest
    double gradient_sum = 0, hessian_sum = 0;  // of absolute values
  };
  Extent extent(std::size_t k) const;
  void measure(std::size_t block);
  template <class T>
  std::pair<const T*, const T*> weighted(std::size_t k, std::size_t begin, std::size_t n, T* g,
                                         T* h) const;
  std::pair<double, double> block_sums(std::size_t k, const Row* rows, std::size_t n) const;
  template <class Body>
  void each_block(int n_threads, Interrupt& interrupt, Body&& body) const;

  std::size_t n_, n_scores_;
  const double* weight_;
  bool single_, classic_;
  std::vector<float> g32_, h32_;  // not weighted, so that sums over leaves keep their digits
  std::vector<double> g64_, h64_;
  std::vector<Extent> extents_;  // scores x blocks
};

}  // namespace spinney
