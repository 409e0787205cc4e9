#include "train/node_sums.h"

#include <tuple>

namespace spinney {

void NodeSums::set_leaf(std::size_t node, const TreeJob& job, const Row* rows, std::size_t n,
                        int n_threads, Interrupt& interrupt) {
  double *g = &gradient_[node * n_scores_], *h = &hessian_[node * n_scores_];
  if (n_scores_ > 1) return job.gradients.all_sums(rows, n, n_threads, interrupt, g, h);
  std::tie(*g, *h) = job.gradients.sums(job.k, rows, n, n_threads, interrupt);
}

void NodeSums::add(std::size_t parent, std::size_t child) {
  for (std::size_t k = 0; k < n_scores_; ++k) {
    gradient_[parent * n_scores_ + k] += gradient_[child * n_scores_ + k];
    hessian_[parent * n_scores_ + k] += hessian_[child * n_scores_ + k];
  }
}

double NodeSums::weight(std::size_t node) const {
  double sum = 0;
  for (std::size_t k = 0; k < n_scores_; ++k) sum += hessian_[node * n_scores_ + k];
  return sum;
}

}  // namespace spinney
