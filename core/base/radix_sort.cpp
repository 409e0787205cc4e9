#include "base/radix_sort.h"

#include <array>

namespace spinney {
namespace {

constexpr std::size_t kInsertion = 24;
constexpr std::size_t kComparison = 200;

void insertion_sort(Entry* e, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i) {
    const Entry x = e[i];
    std::size_t j = i;
    for (; j > 0 && e[j - 1] > x; --j) e[j] = e[j - 1];
    e[j] = x;
  }
}

// Least significant digit first; digits in which all entries agree cost nothing but their count.
template <int Bits, int Shift, int Width, class T, class Key>
T* radix_sort(T* from, T* to, std::size_t n, Key key) {
  constexpr int kPasses = (Width + Bits - 1) / Bits;
  constexpr std::size_t kDigits = std::size_t{1} << Bits;
  static thread_local std::array<std::array<std::uint32_t, kDigits>, kPasses> counts;
  for (auto& c : counts) c.fill(0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t k = key(from[i]) >> Shift;
    for (int p = 0; p < kPasses; ++p) ++counts[p][(k >> (p * Bits)) & (kDigits - 1)];
  }
  for (int p = 0; p < kPasses; ++p) {
    auto& count = counts[p];
    if (count[((key(from[0]) >> Shift) >> (p * Bits)) & (kDigits - 1)] == n) continue;
    std::uint32_t sum = 0;
    for (auto& c : count) sum += std::exchange(c, sum);
    for (std::size_t i = 0; i < n; ++i) to[count[((key(from[i]) >> Shift) >> (p * Bits)) & (kDigits - 1)]++] = from[i];
    std::swap(from, to);
  }
  return from;
}

}  // namespace

Entry* sort_entries(Entry* entries, Entry* spare, std::size_t n) {
  if (n <= kInsertion) {
    insertion_sort(entries, n);
    return entries;
  }
  if (n <= kComparison) {
    std::sort(entries, entries + n);
    return entries;
  }
  const auto key = [](Entry e) { return e; };
  if (n < 4096) return radix_sort<8, 32, 32>(entries, spare, n, key);
  return radix_sort<11, 32, 32>(entries, spare, n, key);
}

void sort_keys(std::vector<std::pair<std::uint64_t, Row>>& keys) {
  if (keys.size() <= kComparison) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  std::vector<std::pair<std::uint64_t, Row>> spare(keys.size());
  const auto* sorted =
      radix_sort<11, 0, 64>(keys.data(), spare.data(), keys.size(), [](const auto& k) { return k.first; });
  if (sorted == spare.data()) keys.swap(spare);
}

}  // namespace spinney
