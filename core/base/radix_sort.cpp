// Insertion, rank and radix sorts, chosen by the number of elements.
#include "base/radix_sort.h"

#include <array>
#include <bit>

#include "base/clones.h"

namespace spinney {
namespace {

// Largest numbers of elements for each algorithm.
constexpr std::size_t kInsertion = 6;
constexpr std::size_t kRanked = 144;      // comparing all pairs without branches is fastest
constexpr std::size_t kComparison = 200;  // std::sort of (key, row) pairs

void insertion_sort(Entry* e, std::size_t n) {
  for (std::size_t i = 1; i < n; ++i) {
    const Entry x = e[i];
    std::size_t j = i;
    for (; j > 0 && e[j - 1] > x; --j) e[j] = e[j - 1];
    e[j] = x;
  }
}

// below[i]: the number of codes smaller than codes[i].
SPINNEY_CLONES
void count_below(const Code* __restrict codes, std::size_t n, std::uint32_t* __restrict below) {
  for (std::size_t i = 0; i < n; ++i) {
    const Code code = codes[i];
    std::uint32_t sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += codes[j] < code ? 1 : 0;
    below[i] = sum;
  }
}

Entry* sort_by_rank(Entry* entries, Entry* spare, std::size_t n) {
  Code codes[kRanked] = {};
  std::uint32_t below[kRanked];
  std::uint8_t n_equal[kRanked] = {};
  for (std::size_t i = 0; i < n; ++i) codes[i] = entry_code(entries[i]);
  count_below(codes, n, below);
  for (std::size_t i = 0; i < n; ++i) spare[below[i] + n_equal[below[i]]++] = entries[i];
  return spare;
}

SPINNEY_CLONES
std::pair<Code, Code> range_of(const Entry* entries, std::size_t n) {
  Code low = entry_code(entries[0]), high = low;
  for (std::size_t i = 1; i < n; ++i) {
    const Code code = entry_code(entries[i]);
    low = code < low ? code : low;
    high = code > high ? code : high;
  }
  return {low, high};
}

// LSD radix sort over the bits in which the codes differ.
Entry* sort_by_digits(Entry* from, Entry* to, std::size_t n) {
  constexpr std::size_t kDigits = 2048, kPasses = 4;
  const auto [low, high] = range_of(from, n);
  const auto width = static_cast<int>(std::bit_width(high - low)), max_bits = n < 1000 ? 9 : 11;
  const int passes = (width + max_bits - 1) / max_bits;
  if (passes == 0) return from;
  const int bits = (width + passes - 1) / passes;
  const std::size_t n_digits = std::size_t{1} << bits;
  const auto digit = [first = low, mask = n_digits - 1](Entry e, int shift) {
    return (entry_code(e) - first) >> shift & mask;
  };
  static thread_local std::array<std::uint32_t, kDigits * kPasses> counts;
  std::fill_n(counts.begin(), n_digits * static_cast<std::size_t>(passes), 0);
  for (std::size_t i = 0; i < n; ++i)
    for (int p = 0; p < passes; ++p)
      ++counts[static_cast<std::size_t>(p) * n_digits + digit(from[i], p * bits)];
  for (int p = 0; p < passes; ++p) {
    std::uint32_t* next = &counts[static_cast<std::size_t>(p) * n_digits];
    std::uint32_t sum = 0;
    for (std::size_t d = 0; d < n_digits; ++d) sum += std::exchange(next[d], sum);
    for (std::size_t i = 0; i < n; ++i) to[next[digit(from[i], p * bits)]++] = from[i];
    std::swap(from, to);
  }
  return from;
}

using KeyedRow = std::pair<std::uint64_t, Row>;

// LSD radix sort by all 64 bits; a digit that is the same in all keys takes no pass.
KeyedRow* radix_sort(KeyedRow* from, KeyedRow* to, std::size_t n) {
  constexpr int kBits = 11, kPasses = (64 + kBits - 1) / kBits;
  constexpr std::size_t kDigits = std::size_t{1} << kBits;
  const auto digit = [](const KeyedRow& k, int p) {
    return k.first >> (p * kBits) & (kDigits - 1);
  };
  static thread_local std::array<std::array<std::uint32_t, kDigits>, kPasses> counts;
  for (auto& c : counts) c.fill(0);
  for (std::size_t i = 0; i < n; ++i)
    for (int p = 0; p < kPasses; ++p) ++counts[p][digit(from[i], p)];
  for (int p = 0; p < kPasses; ++p) {
    auto& count = counts[p];
    if (count[digit(from[0], p)] == n) continue;
    std::uint32_t sum = 0;
    for (auto& c : count) sum += std::exchange(c, sum);
    for (std::size_t i = 0; i < n; ++i) to[count[digit(from[i], p)]++] = from[i];
    std::swap(from, to);
  }
  return from;
}

}  // namespace

Entry* sort_entries(Entry* entries, Entry* spare, std::size_t n) {
  if (n > kRanked) return sort_by_digits(entries, spare, n);
  if (n > kInsertion) return sort_by_rank(entries, spare, n);
  insertion_sort(entries, n);
  return entries;
}

void sort_keys(std::vector<std::pair<std::uint64_t, Row>>& keys) {
  if (keys.size() <= kComparison) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  std::vector<KeyedRow> spare(keys.size());
  if (radix_sort(keys.data(), spare.data(), keys.size()) == spare.data()) keys.swap(spare);
}

}  // namespace spinney
