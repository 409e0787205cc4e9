// The mean of a regression loss over several targets, each with a score of its own. Derivatives are
// those of each target's loss, not divided by their number.
#include <algorithm>
#include <vector>

#include "loss/loss.h"
#include "loss/losses.h"

namespace spinney {
namespace {

class SeveralTargets final : public Loss {
 public:
  explicit SeveralTargets(LossSettings settings) : Loss(settings) {
    settings.n_targets = 1;
    for (std::size_t k = 0; k < n_targets_; ++k) parts_.push_back(info_.make(settings));
  }

  bool unit_hessian() const override { return parts_[0]->unit_hessian(); }
  bool needs_leaf_update() const override { return parts_[0]->needs_leaf_update(); }

  void initial(const LossRows& rows, double* out) const override {
    for (std::size_t k = 0; k < n_targets_; ++k) parts_[k]->initial(rows_of(rows, k), out + k);
  }
  void start_round(const LossRows& rows, const std::vector<Row>& members) override {
    for (std::size_t k = 0; k < n_targets_; ++k) parts_[k]->start_round(rows_of(rows, k), members);
  }
  void derive(const LossRows& rows, std::size_t begin, std::size_t end, float* gradient,
              float* hessian) const override {
    derive_all(rows, begin, end, gradient, hessian);
  }
  void derive(const LossRows& rows, std::size_t begin, std::size_t end, double* gradient,
              double* hessian) const override {
    derive_all(rows, begin, end, gradient, hessian);
  }
  double leaf_step(const LossRows& rows, const Row* members, std::size_t n,
                   std::size_t k) const override {
    return parts_[k]->leaf_step(rows_of(rows, k), members, n, 0);
  }
  const Loss& single_score(const LossRows& rows, const Row* members, std::size_t n, std::size_t k,
                           double* y, double* scores) const override {
    return parts_[k]->single_score(rows_of(rows, k), members, n, 0, y, scores);
  }
  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    std::vector<double> part(end - begin);
    std::fill_n(out, part.size(), 0.0);
    for (std::size_t k = 0; k < n_targets_; ++k) {
      parts_[k]->values(rows_of(rows, k), begin, end, part.data());
      for (std::size_t i = 0; i < part.size(); ++i)
        out[i] += part[i] / static_cast<double>(n_targets_);
    }
  }

 private:
  static LossRows rows_of(const LossRows& rows, std::size_t k) {
    const double* scores = rows.scores ? rows.scores + k * rows.n : nullptr;
    return {rows.y + k * rows.n, scores, rows.weight, rows.n};
  }

  template <class T>
  void derive_all(const LossRows& rows, std::size_t begin, std::size_t end, T* gradient,
                  T* hessian) const {
    for (std::size_t k = 0; k < n_targets_; ++k)
      parts_[k]->derive(rows_of(rows, k), begin, end, gradient + k * rows.n,
                        hessian ? hessian + k * rows.n : nullptr);
  }

  std::vector<std::unique_ptr<Loss>> parts_;
};

}  // namespace

std::unique_ptr<Loss> make_several_targets(const LossSettings& settings) {
  return make<SeveralTargets>(settings);
}

}  // namespace spinney
