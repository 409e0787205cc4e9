// Targets and weights of the training rows, in the form that criteria add up.
//
// Weights are scaled so that the largest is near 1; numeric targets are centered and scaled by a
// power of two. Weights, and targets times their weight, have a coarse and a fine part, each
// rounded to a grid on which every sum is exact (base/grid.h). So sums do not depend on the order
// of rows.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/grid.h"
#include "base/types.h"
#include "criterion/newton.h"

namespace spinney {

// Targets of a boosting round: gradients and hessians as integers, and the objective's penalties in
// their units.
struct GradientTargets {
  std::vector<double> pairs;  // rows x {hessian, gradient}; empty for other trees
  GradientUnit unit;
  NewtonPenalty penalty;
  double sorted_l2 = 0;  // added to l2 for categories sorted by gradient statistics
};

// Representation of the weights: all 1, small integer multiples of a unit, or coarse and fine
// parts.
enum class Weights : std::uint8_t { unit, whole, parts };

struct Targets {
  std::size_t n_rows = 0;
  std::size_t n_outputs = 1;

  bool unit_weights = true;
  double weight_scale = 1;  // user weight = weight * weight_scale
  // Weights that are small multiples of a power of two (as in bootstrap samples), in units.
  std::vector<std::uint16_t> multiples;
  double multiple_unit = 1;          // weight = multiple * multiple_unit
  std::vector<double> weight;        // other weights: scaled
  std::vector<double> weight_parts;  // other weights: rows x {coarse, fine}
  bool own_case_weights = false;     // surrogates use weights of their own
  std::vector<double> case_parts;    // those weights, like weight_parts; empty if all are 1

  std::vector<std::uint32_t> n_classes;  // per output; empty for regression
  std::vector<std::uint8_t> binary;      // one output, at most two classes: class per row
  std::vector<std::uint32_t> classes;    // otherwise: rows x outputs

  bool exact_squares = false;  // sums of squared class counts are exact; of the whole tree
  // x log2 x for counts up to the total, on a grid; for entropy. Null if weights are large.
  std::shared_ptr<const std::vector<double>> xlog2x;

  std::vector<double> y;  // regression: rows x outputs, user units
  // Regression: rows x outputs x {coarse, fine} of weight * (y - center) * y_scale.
  std::vector<double> parts;
  std::vector<double> center;  // per output
  double y_scale = 1;          // a power of two
  // One output whose weights have no parts: rows x {multiple, sum of both target parts in
  // integer_step}. Empty if 62 bits are too few for the range of the targets.
  std::vector<std::int64_t> whole;
  double integer_step = 0;

  GradientTargets gradients;  // boosting: replaces weights and targets

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
  // One sum per node besides the weight: two classes, or one numeric output.
  bool one_term() const { return classification() ? !binary.empty() : n_outputs == 1; }
  // Length of a leaf's value: class shares of all outputs, or one number per output.
  std::size_t value_width() const;

  Weights weights() const {
    if (unit_weights) return Weights::unit;
    return multiples.empty() ? Weights::parts : Weights::whole;
  }
  // The row's weight in units.
  std::size_t multiple_of(Row r) const { return unit_weights ? 1 : multiples[r]; }
  // One output of classes whose weights are integer multiples.
  bool counted() const { return classification() && weights() != Weights::parts && n_outputs == 1; }
  std::size_t total_multiple() const;
  void make_xlog2x();

  Targets take_rows(const Row* rows, std::size_t n) const;
  // The same, with each row's weight multiplied by its share.
  Targets take_shares(const Row* rows, std::size_t n, const std::vector<double>& share) const;
  void set_case_weights(const double* weight, const std::vector<Row>& rows);
};

// Rounding of n weights up to `largest`.
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
  // Whether a weight rounds to 0.
  bool vanishes(double w) const { return coarse(w) == 0 && fine(w) == 0; }

 private:
  int exponent_;
  double half_, other_half_;  // factors of the scaling, whose product may overflow
  Grid grid_;
};

// Targets of class indices (int32) or numbers (float64). `rows`: the training rows, ascending.
// `weight`: an entry per row of the user's data, or null.
Targets make_class_targets(const std::int32_t* y, std::size_t n_outputs,
                           std::vector<std::uint32_t> n_classes, const double* weight,
                           const std::vector<Row>& rows);
// Targets of one boosting round, all rows. `weight` (or null): weights for surrogates.
Targets make_gradient_targets(GradientTargets gradients, const double* weight);
// `centered`: subtract the mean (not for Poisson, whose formula takes logarithms of sums).
// `in_steps`: fill Targets::whole if possible. `workspace`: targets whose memory is reused.
Targets make_number_targets(const double* y, std::size_t n_outputs, const double* weight,
                            const std::vector<Row>& rows, bool centered, bool in_steps = false,
                            Targets workspace = {});

}  // namespace spinney
