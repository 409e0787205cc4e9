// Sums of products.
#pragma once

#include <cstddef>

namespace spinney {

// In eight sums side by side; the same bits on every CPU.
double dot(const double* a, const double* b, std::size_t n);

}  // namespace spinney
