// The median of what many say, each with a weight.
#pragma once

#include <cstddef>

#include "base/interrupt.h"

namespace spinney {

// Of each row of `values`, rows x members: the smallest value at which, in rising order, half of
// all weight is reached. NaN if one of them is, or a weight.
void weighted_medians(const double* values, std::size_t n_rows, std::size_t n_members,
                      const double* weight, int n_threads, Interrupt& interrupt, double* medians);

}  // namespace spinney
