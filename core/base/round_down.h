// Conversion of thresholds to narrower floating-point types.
#pragma once

#include <cmath>
#include <limits>

namespace spinney {

// The largest T <= x: a T compares with it as with x.
template <class T>
T round_down(double x) {
  const auto rounded = static_cast<T>(x);
  if (static_cast<double>(rounded) <= x) return rounded;
  return std::nextafter(rounded, -std::numeric_limits<T>::infinity());
}

}  // namespace spinney
