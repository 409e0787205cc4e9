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

// Compare four codes at once and spread each result over the row's pair.
std::size_t add_pairs_between(const IntegerPair* pairs, const Code* codes, std::size_t n, Code from,
                              Code to, IntegerPair& sum) {
  using Codes = Code __attribute__((vector_size(16)));
  using Masks = std::int32_t __attribute__((vector_size(16)));
  const Code width = to - from;
  IntegerPair even{}, odd{};
  Masks counts{};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    Codes here;
    std::memcpy(&here, codes + i, sizeof here);
    const Masks in = here - from <= (Codes{} + width);
    even += pairs[i] & std::bit_cast<IntegerPair>(__builtin_shuffle(in, Masks{0, 0, 0, 0}));
    odd += pairs[i + 1] & std::bit_cast<IntegerPair>(__builtin_shuffle(in, Masks{1, 1, 1, 1}));
    even += pairs[i + 2] & std::bit_cast<IntegerPair>(__builtin_shuffle(in, Masks{2, 2, 2, 2}));
    odd += pairs[i + 3] & std::bit_cast<IntegerPair>(__builtin_shuffle(in, Masks{3, 3, 3, 3}));
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
