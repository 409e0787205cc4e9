// Conversion of values to numpy arrays by row (or node), output and class.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "common.h"

namespace spinney {

// Returns (n, outputs, classes) from n concatenated rows of values, padded with zeros for outputs
// with fewer classes.
inline nb::object shaped_values(const Tree& shape, std::vector<double> flat, std::size_t n) {
  const std::size_t n_outputs = shape.n_outputs;
  std::size_t max_classes = 1;
  for (const auto k : shape.n_classes) max_classes = std::max<std::size_t>(max_classes, k);
  if (shape.n_classes.empty() || shape.value_width() == n_outputs * max_classes)
    return to_numpy(std::move(flat), {n, n_outputs, max_classes});
  std::vector<double> padded(n * n_outputs * max_classes);
  const double* from = flat.data();
  for (std::size_t i = 0; i < n * n_outputs; ++i) {
    const std::size_t n_classes = shape.n_classes[i % n_outputs];
    std::copy_n(from, n_classes, &padded[i * max_classes]);
    from += n_classes;
  }
  return to_numpy(std::move(padded), {n, n_outputs, max_classes});
}

}  // namespace spinney
