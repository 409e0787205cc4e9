// Codes of the values of a direction, by which its rows are sorted.
#pragma once

#include <vector>

#include "base/types.h"

namespace spinney {

void encode(const std::vector<double>& measured, std::vector<Code>& codes);

// Quantize to few steps, so that sorting is fast; full-precision codes if that fails.
void encode_roughly(const std::vector<double>& measured, std::vector<Code>& codes);

// Midpoint of the values on both sides of the cut. Quantization is monotone, so the threshold
// separates the same rows as the codes do.
double threshold_of(const std::vector<double>& measured, const std::vector<Code>& codes,
                    Code last_left);

}  // namespace spinney
