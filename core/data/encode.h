// Encoding of columns as integer codes, once before growing.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "base/limits.h"
#include "data/encoded_matrix.h"
#include "data/table.h"

namespace spinney {

struct EncodeOptions {
  std::uint32_t max_bins = kNoLimit;  // quantile bins per numeric column; no limit: lossless
  int n_threads = 1;
  bool copies = false;  // copy every column (as ranks if lossless) instead of reading X directly
};

// `rows` are the training rows. Quantiles are computed over them, weighted if `weight` (one entry
// per row of the table) is not null. The codes of other rows are unspecified.
EncodedMatrix encode(const Table& table, const std::vector<Row>& rows, const double* weight,
                     const EncodeOptions& options, Interrupt& interrupt);

}  // namespace spinney
