// How a loss is made; each in the file of its name.
#pragma once

#include <memory>

#include "loss/loss.h"

namespace spinney {

struct LossSettings {
  std::size_t n_classes = 0;
  double parameter = 0;
};

using LossFactory = std::unique_ptr<Loss>(const LossSettings&);

LossFactory make_multinomial;  // log_loss of more than two classes

}  // namespace spinney
