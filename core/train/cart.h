// From the user's table and targets to a single tree.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.h"
#include "data/table.h"
#include "grow/options.h"
#include "model/tree.h"

namespace spinney {

struct TargetView {
  const std::int32_t* classes = nullptr;  // rows x outputs; or
  const double* numbers = nullptr;
  std::size_t n_outputs = 1;
  std::vector<std::uint32_t> n_classes;
  const double* weight = nullptr;       // per row, or null
  const double* case_weight = nullptr;  // what surrogates agree by, if not by weight
};

// min_weight_leaf of the options is in the user's units here.
Tree train_cart(const Table& table, const TargetView& target, GrowOptions options, std::uint32_t max_bins,
                Interrupt& interrupt);

}  // namespace spinney
