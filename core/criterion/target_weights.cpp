// Sample weights: all 1, small integer multiples of a unit, or coarse and fine parts.
#include "criterion/target_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/grid.h"

namespace spinney {
namespace {

// Exponent of the lowest set bit of a positive number.
int lowest_bit(double x) {
  constexpr std::uint64_t kHidden = std::uint64_t{1} << 52;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<int>(bits >> 52);
  if (exponent == 0) return std::countr_zero(bits) - 1074;
  return exponent - 1075 + std::countr_zero((bits & (kHidden - 1)) | kHidden);
}

// Store the weights as integer multiples of a unit; false if that is not possible.
bool set_multiples(Targets& t) {
  constexpr double kMax = 1 << 15;  // in units; all weights are below 2
  int lowest = 0;
  for (const double w : t.weight) lowest = std::min(lowest, lowest_bit(w));
  const double per_unit = std::ldexp(1.0, -lowest);
  if (per_unit > kMax / 2 || 2 * per_unit * static_cast<double>(t.weight.size()) >= 0x1.0p31)
    return false;
  t.multiple_unit = 1 / per_unit;
  t.multiples.resize(t.weight.size());
  for (std::size_t i = 0; i < t.weight.size(); ++i)
    t.multiples[i] = static_cast<std::uint16_t>(t.weight[i] * per_unit);
  t.weight.clear();
  return true;
}

}  // namespace

void set_weights(Targets& t, const double* weight, const std::vector<Row>& rows) {
  if (!weight || rows.empty()) return;
  double low = weight[rows[0]], high = low;
  for (const Row r : rows) {
    low = std::min(low, weight[r]);
    high = std::max(high, weight[r]);
  }
  if (low == high) {
    t.weight_scale = low;
    return;
  }
  t.unit_weights = false;
  const WeightGrid grid(high, rows.size());
  t.weight_scale = grid.scale();
  t.weight.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) t.weight[i] = grid.scaled(weight[rows[i]]);
  if (set_multiples(t)) return;
  t.weight_parts.resize(2 * rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    t.weight_parts[2 * i] = grid.coarse(weight[rows[i]]);
    t.weight_parts[2 * i + 1] = grid.fine(weight[rows[i]]);
  }
}

}  // namespace spinney
