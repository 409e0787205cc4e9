#include "split/row_sums.h"

#include "base/clones.h"

namespace spinney {

SPINNEY_CLONES
std::size_t add_words_between(const std::uint64_t* words, const Code* codes, std::size_t n, Code from, Code to,
                              std::uint64_t& sum) {
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

}  // namespace spinney
