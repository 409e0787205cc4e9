// Columns -> codes, once before growing.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "base/limits.h"
#include "data/encoded_matrix.h"
#include "data/table.h"

namespace spinney {

struct EncodeOptions {
  std::uint32_t max_bins = kNoLimit;  // quantile bins per number column; no limit: lossless
  int n_threads = 1;
  bool copies =
      false;  // all columns as codes of their own, ranks where that is lossless: for many trees
};

// `rows` are those that take part in training; quantiles are taken over them, by weight if `weight`
// is given. The codes of other rows are unspecified. `weight` has an entry per row of the table.
EncodedMatrix encode(const Table& table, const std::vector<Row>& rows, const double* weight,
                     const EncodeOptions& options, Interrupt& interrupt);

}  // namespace spinney
