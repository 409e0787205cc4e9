// Set of the distinct values of a column, up to a limit, and integer keys in the order of doubles.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/types.h"

namespace spinney {

inline constexpr std::uint64_t kNanKey = ~std::uint64_t{0};

// An integer key in the order of doubles; NaN is last.
inline std::uint64_t order_key(double x) {
  if (x != x) return kNanKey;
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
  return bits >> 63 ? ~bits : bits | (std::uint64_t{1} << 63);
}

inline double key_value(std::uint64_t key) {
  return std::bit_cast<double>(key >> 63 ? key & ~(std::uint64_t{1} << 63) : ~key);
}

inline constexpr std::size_t kMaxDistinct = 254;  // distinct values of a narrow column

// A small hash table with open addressing.
class DistinctValues {
 public:
  // max_values is at most 255, so that the table stays sparse.
  explicit DistinctValues(std::size_t max_values = kMaxDistinct) : max_values_(max_values) {}

  // Returns false if there are too many values.
  bool insert(std::uint64_t key) {
    if (key == kNanKey) return true;
    std::size_t at = slot(key);
    while (used_[at] && keys_[at] != key) at = (at + 1) % kSize;
    if (used_[at]) return true;
    if (count_ == max_values_) return false;
    used_[at] = true;
    keys_[at] = key;
    ++count_;
    return true;
  }

  // Assigns ranks and returns the sorted values.
  std::vector<double> rank() {
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < kSize; ++i)
      if (used_[i]) keys.push_back(keys_[i]);
    std::sort(keys.begin(), keys.end());
    std::vector<double> values;
    for (std::size_t r = 0; r < keys.size(); ++r) {
      ranks_[find(keys[r])] = static_cast<Code>(r);
      values.push_back(key_value(keys[r]));
    }
    return values;
  }

  Code code(std::uint64_t key) const { return key == kNanKey ? kMissing : ranks_[find(key)]; }

 private:
  static constexpr std::size_t kSize = 1024;
  static std::size_t slot(std::uint64_t key) { return (key * 0x9E3779B97F4A7C15ull) >> 54; }
  std::size_t find(std::uint64_t key) const {
    std::size_t at = slot(key);
    while (keys_[at] != key || !used_[at]) {
      if (!used_[at]) return at;  // not a training row: any code is fine
      at = (at + 1) % kSize;
    }
    return at;
  }

  std::array<std::uint64_t, kSize> keys_{};
  std::array<bool, kSize> used_{};
  std::array<Code, kSize> ranks_{};
  std::size_t max_values_, count_ = 0;
};

}  // namespace spinney
