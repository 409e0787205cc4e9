// Further Newton steps of a leaf: the objective of its rows is minimized from a first value.
#pragma once

#include <cstddef>

#include "base/interrupt.h"
#include "criterion/newton.h"
#include "loss/loss.h"

namespace spinney {

struct LeafSteps {
  const Loss& loss;
  const NewtonPenalty& penalty;
  std::size_t n_further = 0;  // steps after the first one
  Interrupt& interrupt;

  // The value after all steps, within [lower, upper]. A step minimizes the second-order objective
  // at the scores plus the present value, with the other scores fixed; it is halved until the
  // objective does not increase.
  double refine(const LossRows& rows, const Row* members, std::size_t n, std::size_t k,
                double first, double lower, double upper, int n_threads) const;
};

}  // namespace spinney
