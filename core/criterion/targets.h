// What is to be predicted, per training row, in the form that the criteria add up.
//
// Weights are scaled so that the largest is near 1. Weights, and numeric targets times their
// weight, are kept as a coarse and a fine part, each rounded to a grid on which every sum is exact
// (base/grid.h), so a sum does not depend on the order of rows. Numeric targets are centered and
// scaled by a power of two before.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/grid.h"
#include "base/types.h"
#include "criterion/newton.h"

namespace spinney {

// What a tree of boosting is grown on: whole numbers for gradients and hessians, and what the
// objective asks for, in their units.
struct GradientTargets {
  std::vector<double> pairs;  // rows x {hessian, gradient}; empty for other trees
  GradientUnit unit;
  NewtonPenalty penalty;
  double sorted_l2 = 0;  // added to l2 where the levels of a category are sorted
};

// How weights are kept: all 1, small whole multiples of a unit, or coarse and fine parts.
enum class Weights : std::uint8_t { unit, whole, parts };

struct Targets {
  std::size_t n_rows = 0;
  std::size_t n_outputs = 1;

  bool unit_weights = true;
  double weight_scale = 1;  // user's weight = weight * weight_scale
  std::vector<std::uint16_t>
      multiples;  // where weights are small multiples of a power of two, as in a bag: those
  double multiple_unit = 1;          // weight = multiple * multiple_unit
  std::vector<double> weight;        // otherwise: scaled
  std::vector<double> weight_parts;  // and rows x {coarse, fine}
  bool own_case_weights = false;     // rows count in agreement by other weights than in growth
  std::vector<double> case_parts;    // those weights, as weight_parts; empty if all are 1

  std::vector<std::uint32_t> n_classes;  // per output; empty for regression
  std::vector<std::uint8_t> binary;      // one output, two classes: the class
  std::vector<std::uint32_t> classes;    // otherwise: rows x outputs

  std::shared_ptr<const std::vector<double>>
      xlog2x;  // x log2 x for counts up to all rows, on a grid; for entropy

  std::vector<double> y;  // regression: rows x outputs, the user's numbers
  std::vector<double>
      parts;  // regression: rows x outputs x {coarse, fine} of weight * (y - center) * y_scale
  std::vector<double> center;  // per output
  double y_scale = 1;          // a power of two
  // One output, weights that are not kept in parts: rows x {multiple, the two parts added up, in
  // steps}. Empty where 62 bits are too few for sums of numbers of such different sizes.
  std::vector<std::int64_t> whole;
  double integer_step = 0;

  GradientTargets gradients;  // in place of weights and targets

  bool boosting() const { return !gradients.pairs.empty(); }
  bool classification() const { return !n_classes.empty(); }
  double weight_of(Row r) const {
    if (unit_weights) return 1.0;
    return multiples.empty() ? weight[r] : multiples[r] * multiple_unit;
  }
  double weight_part(Row r, std::size_t part) const {
    if (weights() == Weights::parts) return weight_parts[std::size_t{2} * r + part];
    return part == 0 ? weight_of(r) : 0.0;
  }
  double case_part(Row r, std::size_t part) const {
    if (!own_case_weights) return weight_part(r, part);
    return case_parts.empty() ? (part == 0 ? 1.0 : 0.0) : case_parts[std::size_t{2} * r + part];
  }
  std::uint32_t class_of(Row r, std::size_t output) const {
    return binary.empty() ? classes[r * n_outputs + output] : binary[r];
  }
  // Values of a leaf: class shares of all outputs one after another, or one number per output.
  std::size_t value_width() const;

  Weights weights() const {
    if (unit_weights) return Weights::unit;
    return multiples.empty() ? Weights::parts : Weights::whole;
  }
  // In units: how often the row counts.
  std::size_t multiple_of(Row r) const { return unit_weights ? 1 : multiples[r]; }
  // Classes of one output that can simply be counted.
  bool counted() const { return classification() && weights() != Weights::parts && n_outputs == 1; }
  void make_xlog2x();

  Targets take_rows(const Row* rows, std::size_t n) const;
  // The same with a share of each row's weight.
  Targets take_shares(const Row* rows, std::size_t n, const std::vector<double>& share) const;
  void set_case_weights(const double* weight, const std::vector<Row>& rows);
};

// How weights are rounded: `largest` of n.
class WeightGrid {
 public:
  WeightGrid(double largest, std::size_t n)
      : exponent_(std::ilogb(largest)),
        half_(std::ldexp(1.0, -(exponent_ / 2))),
        other_half_(std::ldexp(1.0, exponent_ / 2 - exponent_)),
        grid_(2.0, n) {}
  double scale() const { return std::ldexp(1.0, exponent_); }
  double scaled(double w) const { return w * half_ * other_half_; }
  double coarse(double w) const { return grid_.coarse(scaled(w)); }
  double fine(double w) const { return grid_.fine(scaled(w) - coarse(w)); }
  // Too small beside the largest to count at all.
  bool vanishes(double w) const { return coarse(w) == 0 && fine(w) == 0; }

 private:
  int exponent_;
  double half_, other_half_;  // of the scaling: the whole could leave the range of numbers
  Grid grid_;
};

// y as int32 class indices, or float64; `rows` are those to keep (ascending), `weight` has an entry
// per row of the user's data or is null.
Targets make_class_targets(const std::int32_t* y, std::size_t n_outputs,
                           std::vector<std::uint32_t> n_classes, const double* weight,
                           const std::vector<Row>& rows);
// One tree of boosting, on all rows; `weight` (or null) is what surrogates agree by.
Targets make_gradient_targets(GradientTargets gradients, const double* weight);
// Poisson targets stay uncentered: their logarithm is wanted.
// In steps (Targets::whole) if that is wanted and will do. `workspace`: others, whose memory may be
// used.
Targets make_number_targets(const double* y, std::size_t n_outputs, const double* weight,
                            const std::vector<Row>& rows, bool centered, bool in_steps = false,
                            Targets workspace = {});

}  // namespace spinney
