// Dot product.
#pragma once

#include <cstddef>

namespace spinney {

// Uses eight partial sums, so the result is the same on every CPU.
double dot(const double* a, const double* b, std::size_t n);

}  // namespace spinney
