// Log loss for two classes: log(1 + exp(s)) - y s.
#include <cmath>

#include "loss/losses.h"
#include "loss/single_score.h"
#include "loss/softplus.h"

namespace spinney {
namespace {

struct Formula {
  template <class T>
  Derivatives<T> operator()(T y, T score) const {
    const T odds = fast_exp(-score);
    const T p = T(1) / (T(1) + odds), q = odds * p;
    return {(T(1) - y) * p - y * q, p * q};
  }
};

SPINNEY_CLONES
void log_losses(const double* __restrict y, const double* __restrict score, std::size_t n,
                double* __restrict out) {
  for (std::size_t i = 0; i < n; ++i) {
    const double positive = score[i] > 0 ? score[i] : 0;
    out[i] = (positive - y[i] * score[i]) + softplus_of_negative(-std::abs(score[i]));
  }
}

class LogLoss final : public SingleScoreLoss<Formula> {
 public:
  using SingleScoreLoss::SingleScoreLoss;

  void initial(const LossRows& rows, double* out) const override {
    *out = log_odds(mean_target(rows));
  }

  void values(const LossRows& rows, std::size_t begin, std::size_t end,
              double* out) const override {
    log_losses(rows.y + begin, rows.scores + begin, end - begin, out);
  }
};

std::unique_ptr<Loss> make_log_loss(const LossSettings& settings) {
  return settings.n_classes > 2 ? make_multinomial(settings) : make<LogLoss>(settings);
}

}  // namespace

constexpr LossInfo log_loss_info{
    .name = "log_loss",
    .description = "log loss (cross-entropy)",
    .link = Link::logit,
    .domain = TargetDomain::classes,
    .metric = "loss",
    .aliases = {"binary", "binary:logistic", "binary:logitraw", "logloss", "crossentropy",
                "cross_entropy", "binary_crossentropy", "deviance", "multiclass", "softmax",
                "multi:softmax", "multi:softprob", "categorical_crossentropy"},
    .make = make_log_loss,
};

}  // namespace spinney
