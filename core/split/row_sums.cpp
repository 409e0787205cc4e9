// Vectorized sums of the rows whose codes lie in a range.
#include "split/row_sums.h"

#include <bit>
#include <cstring>

#include "base/clones.h"

namespace spinney {

SPINNEY_CLONES
std::size_t add_words_between(const std::uint64_t* words, const Code* codes, std::size_t n,
                              Code from, Code to, std::uint64_t& sum) {
  const Code width = to - from;
  std::uint64_t total = 0, count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t in = codes[i] - from <= width;
    total += words[i] & -in;
    count += in;
  }
  sum += total;
  return count;
}

namespace {

using Masks = std::int32_t __attribute__((vector_size(16)));

// The masks of one row's pair; GCC 11 lacks the built-in function that GCC 12 and Clang share.
template <int kRow>
IntegerPair pair_mask(Masks masks) {
#if __has_builtin(__builtin_shufflevector)
  return std::bit_cast<IntegerPair>(__builtin_shufflevector(masks, masks, kRow, kRow, kRow, kRow));
#else
  return std::bit_cast<IntegerPair>(__builtin_shuffle(masks, Masks{kRow, kRow, kRow, kRow}));
#endif
}

}  // namespace

// Compare four codes at once and spread each result over the row's pair.
std::size_t add_pairs_between(const IntegerPair* pairs, const Code* codes, std::size_t n, Code from,
                              Code to, IntegerPair& sum) {
  using Codes = Code __attribute__((vector_size(16)));
  const Code width = to - from;
  IntegerPair even{}, odd{};
  Masks counts{};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    Codes here;
    std::memcpy(&here, codes + i, sizeof here);
    const Masks in = here - from <= (Codes{} + width);
    even += pairs[i] & pair_mask<0>(in);
    odd += pairs[i + 1] & pair_mask<1>(in);
    even += pairs[i + 2] & pair_mask<2>(in);
    odd += pairs[i + 3] & pair_mask<3>(in);
    counts -= in;
  }
  auto count = static_cast<std::size_t>(counts[0]) + static_cast<std::size_t>(counts[1]) +
               static_cast<std::size_t>(counts[2]) + static_cast<std::size_t>(counts[3]);
  for (; i < n; ++i) {
    const std::int64_t in = codes[i] - from <= width;
    even += pairs[i] & (IntegerPair{} - in);
    count += static_cast<std::size_t>(in);
  }
  sum += even + odd;
  return count;
}

}  // namespace spinney
