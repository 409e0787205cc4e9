// Codes of the values of a direction.
#include "split/direction_codes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/clones.h"
#include "data/encoded_matrix.h"

namespace spinney {
namespace {

constexpr double kSteps = (1 << 18) - 1;          // two radix digits of nine bits
constexpr std::size_t kComparisonSortRows = 144;  // maximum rows for comparison sorting

// Minimum and maximum; NaN if any value is NaN.
SPINNEY_CLONES
std::pair<double, double> range_of(const double* x, std::size_t n) {
  double low = x[0], high = x[0], missing = 0;
  for (std::size_t i = 0; i < n; ++i) {
    low = x[i] < low ? x[i] : low;
    high = x[i] > high ? x[i] : high;
    missing = x[i] == x[i] ? missing : x[i];
  }
  return {low + missing, high + missing};
}

}  // namespace

void encode(const std::vector<double>& measured, std::vector<Code>& codes) {
  codes.resize(measured.size());
  for (std::size_t i = 0; i < measured.size(); ++i)
    codes[i] = direct_code(static_cast<float>(measured[i]));
}

void encode_roughly(const std::vector<double>& measured, std::vector<Code>& codes) {
  const std::size_t n = measured.size();
  const auto [low, high] = range_of(measured.data(), n);
  const double scale = kSteps / (high - low);
  if (n <= kComparisonSortRows || !std::isfinite(scale)) return encode(measured, codes);
  codes.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    codes[i] = static_cast<Code>(static_cast<std::int32_t>((measured[i] - low) * scale));
}

double threshold_of(const std::vector<double>& measured, const std::vector<Code>& codes,
                    Code last_left) {
  double left = -std::numeric_limits<double>::infinity(),
         right = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == kMissing) continue;
    if (codes[i] <= last_left)
      left = std::max(left, measured[i]);
    else
      right = std::min(right, measured[i]);
  }
  const double middle = left + (right - left) / 2;
  return middle < right && std::isfinite(middle) ? middle : left;
}

}  // namespace spinney
