// Linear models in the leaves of boosted trees: a weighted ridge regression of the second-order
// objective on the numeric features of the leaf's path.
#pragma once

#include <memory>
#include <vector>

#include "base/interrupt.h"
#include "base/term.h"
#include "train/tree_grower.h"

namespace spinney {

// The value of a linear leaf for a row; cell(feature) is the row's value as float64.
template <class Terms, class Cell>
double linear_value(double value, const Terms& terms, Cell&& cell) {
  for (const Term& t : terms) value += leaf_term(t.factor, t.center, t.share, cell(t.feature));
  return value;
}

// Throws InvalidArgument if the options ask for linear leaves that are not supported. `binned`:
// trees grow on histograms.
void check_linear_leaves(const BoostingOptions& options, const Loss* loss, std::size_t n_features,
                         bool binned);

// The features that terms of a leaf may use: those of `path`, each once, ascending.
std::vector<std::uint32_t> term_features(std::vector<std::uint32_t> path,
                                         const std::vector<std::uint8_t>& allowed);

// The rows of one leaf and their cells.
class LinearLeaf {
 public:
  LinearLeaf(const TreeJob& job, std::vector<std::uint32_t> features, const Row* rows,
             std::size_t n, int n_threads, Interrupt& interrupt);

  // The terms that minimize the objective, multiplied by the learning rate. Features that are
  // constant in the leaf, or linearly dependent on others, have no term.
  //
  // Centers are means by hessian, so the terms and the constant of the leaf are independent: the
  // value of the leaf is that of a constant leaf. The penalty of a coefficient is linear_lambda
  // times the variance of its feature in the leaf, which does not depend on the feature's unit.
  std::vector<Term> fit();

  // Adds the leaf's predictions to the scores of its rows.
  void add_values(double value, const std::vector<Term>& terms) const;

 private:
  double sum(const double* a, const double* b, double largest) const;
  double largest_of(const double* x) const;
  bool center(std::size_t j, double total, Term& term);
  void solve(const std::vector<std::size_t>& used, double total, std::vector<double>& solution);

  const TreeJob& job_;
  std::vector<std::uint32_t> features_;
  const Row* rows_;
  std::size_t n_;
  int n_threads_;
  Interrupt& interrupt_;
  std::unique_ptr<double[]> memory_;  // of the following, without initial values
  double* cells_;                     // features x rows
  double* centered_;                  // the same minus the centers, scaled to at most 2; missing: 0
  double *gradient_, *hessian_;
  std::vector<double> weight_;
  double max_gradient_ = 0, max_hessian_ = 0;  // of weighted absolute values
};

}  // namespace spinney
