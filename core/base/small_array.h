// An array of numbers that needs no memory from the heap if it is small.
#pragma once

#include <cstddef>
#include <vector>

namespace spinney {

class SmallArray {
 public:
  explicit SmallArray(std::size_t n) : large_(n > kSmall ? n : 0) {}
  double* data() { return large_.empty() ? small_ : large_.data(); }
  double& operator[](std::size_t i) { return data()[i]; }

 private:
  static constexpr std::size_t kSmall = 256;
  double small_[kSmall];
  std::vector<double> large_;
};

}  // namespace spinney
