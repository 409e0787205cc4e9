// What is to be predicted, per training row, in the form that the criteria add up.
//
// Weights are scaled so that the largest is near 1 and rounded to a grid on which every sum is exact (base/grid.h), so
// a sum does not depend on the order of rows. Numeric targets are centred and scaled by a power of two, then kept as a
// coarse and a fine part, each exact to add. Both are multiplied by the weight beforehand.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/types.h"

namespace spinney {

struct Targets {
  std::size_t n_rows = 0;
  std::size_t n_outputs = 1;

  bool unit_weights = true;
  std::vector<double> weight;  // scaled; empty if all are 1
  double weight_scale = 1;     // user's weight = weight * weight_scale

  std::vector<std::uint32_t> n_classes;  // per output; empty for regression
  std::vector<std::uint8_t> binary;      // one output, two classes: the class
  std::vector<std::uint32_t> classes;    // otherwise: rows x outputs

  std::shared_ptr<const std::vector<double>> xlog2x;  // x log2 x for counts up to all rows, on a grid; for entropy

  std::vector<double> y;       // regression: rows x outputs, the user's numbers
  std::vector<double> parts;   // regression: rows x outputs x {coarse, fine} of weight * (y - center) * y_scale
  std::vector<double> center;  // per output
  double y_scale = 1;          // a power of two

  bool classification() const { return !n_classes.empty(); }
  double weight_of(Row r) const { return unit_weights ? 1.0 : weight[r]; }
  std::uint32_t class_of(Row r, std::size_t output) const {
    return binary.empty() ? classes[r * n_outputs + output] : binary[r];
  }
  // Values of a leaf: class shares of all outputs one after another, or one number per output.
  std::size_t value_width() const;

  // Classes of one output that can simply be counted.
  bool counted() const { return classification() && unit_weights && n_outputs == 1; }
  void make_xlog2x();

  Targets take_rows(const Row* rows, std::size_t n) const;
};

// y as int32 class indices, or float64; `rows` are those to keep (ascending), `weight` has an entry per row of the
// user's data or is null.
Targets make_class_targets(const std::int32_t* y, std::size_t n_outputs, std::vector<std::uint32_t> n_classes,
                           const double* weight, const std::vector<Row>& rows);
// Poisson targets stay uncentred: their logarithm is wanted.
Targets make_number_targets(const double* y, std::size_t n_outputs, const double* weight, const std::vector<Row>& rows,
                            bool centred);

}  // namespace spinney
