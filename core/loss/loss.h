// Interface of the losses of gradient boosting: derivatives, optimal steps and predictions.
//
// Scores, gradients and hessians are n_scores x n_rows, one score after the other. Derivatives are
// with respect to the score and not weighted. Targets are n_targets x n_rows, and must be in the
// domain of the loss. Several targets, each with a score of its own, are for regression.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/types.h"
#include "loss/loss_info.h"

namespace spinney {

struct LossRows {
  const double* y = nullptr;
  const double* scores = nullptr;
  const double* weight = nullptr;  // null: all 1
  std::size_t n = 0;
};

class Loss {
 public:
  explicit Loss(const LossSettings& settings)
      : info_(settings.info), n_classes_(settings.n_classes), n_targets_(settings.n_targets) {}
  virtual ~Loss() = default;

  const LossInfo& info() const { return info_; }
  // softmax if there are more than two classes, else the link of the description.
  Link link() const {
    if (n_classes_ > 2) return Link::softmax;
    return info_.link;
  }
  std::size_t n_targets() const { return n_targets_; }
  // One score per target, or one per class if there are more than two.
  std::size_t n_scores() const { return n_classes_ > 2 ? n_classes_ : n_targets_; }
  // Number of predicted values per row: class probabilities, or one number per target.
  std::size_t n_outputs() const { return spinney::n_outputs(link(), n_scores()); }
  // out: n x n_outputs.
  void predict(const double* scores, std::size_t n, double* out) const {
    apply_inverse(link(), scores, n_scores(), n, out);
  }
  // Throws if one of n rows has a target outside the domain.
  void check_targets(const double* y, std::size_t n) const;

  // Whether every hessian is 1.
  virtual bool unit_hessian() const { return false; }
  // Whether Newton steps do not apply, so that leaf values always come from leaf_step().
  virtual bool needs_leaf_update() const { return false; }

  // The constant scores that minimize the loss, n_scores of them. Reads no scores.
  virtual void initial(const LossRows& rows, double* out) const = 0;
  // Called before the derivatives of a round, for state that depends on the rows that trees are
  // fitted to (Huber's delta): `members`, or all rows if it is empty.
  virtual void start_round(const LossRows&, const std::vector<Row>& /*members*/) {}
  // Derivatives of rows [begin, end). hessian may be null if every hessian is 1.
  virtual void derive(const LossRows& rows, std::size_t begin, std::size_t end, float* gradient,
                      float* hessian) const = 0;
  virtual void derive(const LossRows& rows, std::size_t begin, std::size_t end, double* gradient,
                      double* hessian) const = 0;
  // The step of score k, common to members[0..n), that minimizes their loss: exact where a closed
  // form exists, else one Newton step.
  virtual double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                           std::size_t k) const = 0;
  // Copies some rows such that score k is their only score, and returns their loss with the other
  // scores fixed; it may differ by a constant.
  virtual const Loss& single_score(const LossRows& rows, const Row* members, std::size_t n,
                                   std::size_t k, double* y, double* scores) const;
  // The loss of rows [begin, end).
  virtual void values(const LossRows& rows, std::size_t begin, std::size_t end,
                      double* out) const = 0;
  // The weighted mean of the loss over all rows, independent of their order and of the number of
  // threads; 0 without weight, infinite if the loss of a row is.
  double value(const LossRows& rows, int n_threads = 1) const;

 protected:
  void check_target(const double* y, std::size_t n, std::size_t k) const;

  const LossInfo& info_;
  const std::size_t n_classes_;  // 0 for regression
  const std::size_t n_targets_;
};

// The loss with this name. parameter: the default of the loss if absent.
std::unique_ptr<Loss> make_loss(const std::string& name, std::size_t n_classes,
                                std::optional<double> parameter, std::size_t n_targets = 1);

}  // namespace spinney
