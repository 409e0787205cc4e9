#include "loss/loss.h"

#include "base/error.h"
#include "loss/factories.h"

// Every loss with a name: make_<name>() is in <name>.cpp.
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

#define SPINNEY_DECLARE(name) LossFactory make_##name;
SPINNEY_LOSSES(SPINNEY_DECLARE)

std::unique_ptr<Loss> make_loss(const std::string& name, std::size_t n_classes, double parameter) {
  const LossSettings settings{n_classes, parameter};
#define SPINNEY_MAKE(known) \
  if (name == #known) return make_##known(settings);
  SPINNEY_LOSSES(SPINNEY_MAKE)
  throw InvalidArgument("unknown loss '" + name + "'");
}

}  // namespace spinney
