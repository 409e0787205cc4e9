// The gradients and hessians of a round, weighted; and as whole numbers, which histograms add up.
#pragma once

#include <vector>

#include "base/interrupt.h"
#include "loss/loss.h"
#include "split/gradients.h"

namespace spinney {

// A row's numbers for a tree.
template <class Cell>
struct WholeGradients {
  std::vector<Cell> cells;
  GradientUnit unit;
  GradientSums total;  // of the rows that the tree grows on
};

class RoundGradients {
 public:
  // In single precision, or in double.
  RoundGradients(std::size_t n_rows, std::size_t n_scores, bool single);

  // `classic`: hessians are the weights alone.
  void derive(const Loss& loss, const LossRows& rows, bool classic, int n_threads, Interrupt& interrupt);
  void set(const double* gradient, const double* hessian, const double* weight, bool classic);

  // Score k in small numbers, rounded up or down at random by (key, row) so that sums are right on average, or in all
  // digits that count. `unit_hessian`: every hessian is 1. `rows`: those that the tree grows on, or null.
  void round(std::size_t k, std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows, int n_threads,
             Interrupt& interrupt, WholeGradients<Packed>& out) const;
  void round(std::size_t k, std::uint64_t key, bool unit_hessian, const std::vector<Row>* rows, int n_threads,
             Interrupt& interrupt, WholeGradients<Precise>& out) const;
  // Whether small numbers can tell the rows of score k apart.
  bool small_enough(std::size_t k) const;

  // Sums of gradients and hessians over some rows, in their order.
  std::pair<double, double> sums(std::size_t k, const Row* rows, std::size_t n) const;

 private:
  struct Extent {
    double gradient = 0, hessian = 0;          // largest
    double gradient_sum = 0, hessian_sum = 0;  // of absolute values
  };
  Extent extent(std::size_t k) const;
  double gradient(std::size_t at) const { return single_ ? g32_[at] : g64_[at]; }
  double hessian(std::size_t at) const { return single_ ? h32_[at] : h64_[at]; }
  void weigh(const double* weight, bool classic, std::size_t begin, std::size_t end);

  std::size_t n_, n_scores_;
  bool single_;
  std::vector<float> g32_, h32_;
  std::vector<double> g64_, h64_;
};

}  // namespace spinney
