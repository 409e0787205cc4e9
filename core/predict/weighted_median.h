// Weighted medians of the predictions of ensemble members.
#pragma once

#include <cstddef>

#include "base/interrupt.h"

namespace spinney {

// For each row of `values` (rows x members): the smallest value whose cumulative weight reaches
// half of the total. NaN if a value or a weight is NaN.
void weighted_medians(const double* values, std::size_t n_rows, std::size_t n_members,
                      const double* weight, int n_threads, Interrupt& interrupt, double* medians);

}  // namespace spinney
