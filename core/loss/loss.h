// Losses of boosting: a target y and one or more scores per row. Each loss is a small file of its
// own.
//
// Scores, gradients and hessians are n_scores x n_rows: all rows of the first score, then of the
// second. Derivatives are by the score, and not weighted. Targets must suit the loss: class indices
// below the number of classes, counts from 0 on.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/types.h"

namespace spinney {

struct LossRows {
  const double* y = nullptr;
  const double* scores = nullptr;
  const double* weight = nullptr;  // null: all 1
  std::size_t n = 0;
};

class Loss {
 public:
  virtual ~Loss() = default;

  virtual std::size_t n_scores() const { return 1; }
  // Whether every hessian is 1.
  virtual bool unit_hessian() const { return false; }
  // Whether a second-order step is no use, so that leaves are always set by leaf_step().
  virtual bool needs_leaf_update() const { return false; }

  // The constant scores that minimize the loss, n_scores() of them. Needs no scores.
  virtual void initial(const LossRows& rows, double* out) const = 0;
  // Before the derivatives of a round: what depends on all rows (Huber's delta is a quantile of the
  // residuals).
  virtual void start_round(const LossRows&) {}
  // Of rows [begin, end), in single or double precision. No hessian need be given if all are 1.
  virtual void derive(const LossRows& rows, std::size_t begin, std::size_t end, float* gradient,
                      float* hessian) const = 0;
  virtual void derive(const LossRows& rows, std::size_t begin, std::size_t end, double* gradient,
                      double* hessian) const = 0;
  // What is best added to score k of members[0..n), all at once: exact where a formula is known,
  // else one Newton step.
  virtual double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                           std::size_t k) const = 0;
  // The weighted mean of the loss.
  virtual double value(const LossRows& rows) const = 0;

  // What is predicted: probabilities of all classes, or a mean (median, quantile).
  virtual std::size_t n_outputs() const { return 1; }
  virtual void predict(const double* scores, std::size_t n,
                       double* out) const = 0;  // out: n x n_outputs()
};

// By name; `parameter` is huber's and quantile's alpha, tweedie's power.
std::unique_ptr<Loss> make_loss(const std::string& name, std::size_t n_classes, double parameter);

}  // namespace spinney
