// List of all losses. <name>_info is defined in <name>.cpp.
#pragma once

#include "loss/loss_info.h"

#define SPINNEY_LOSSES(LOSS) \
  LOSS(absolute_error)       \
  LOSS(exponential)          \
  LOSS(gamma)                \
  LOSS(huber)                \
  LOSS(log_loss)             \
  LOSS(poisson)              \
  LOSS(quantile)             \
  LOSS(squared_error)        \
  LOSS(tweedie)

namespace spinney {

#define SPINNEY_DECLARE(name) extern const LossInfo name##_info;
SPINNEY_LOSSES(SPINNEY_DECLARE)
#undef SPINNEY_DECLARE

// log_loss for more than two classes; defined in multinomial.cpp.
std::unique_ptr<Loss> make_multinomial(const LossSettings& settings);

// The mean of a regression loss over several targets; defined in several_targets.cpp.
std::unique_ptr<Loss> make_several_targets(const LossSettings& settings);

}  // namespace spinney
