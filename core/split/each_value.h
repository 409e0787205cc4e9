// Reads the values of a column for some rows, whatever its storage; NaN where missing.
#pragma once

#include <limits>

#include "base/term.h"
#include "data/each_code.h"

namespace spinney {

// Call use(i, x) for rows[0..n), which ascend. The column is numeric, each code is one value.
template <class Use>
void each_value(const EncodedColumn& column, const Row* rows, std::size_t n, Use&& use) {
  const auto each = [&](auto&& value) {
    each_code(column, rows, n, [&](std::size_t i, Code code) {
      use(i, code == kMissing ? std::numeric_limits<double>::quiet_NaN()
                              : static_cast<double>(value(code)));
    });
  };
  const CodeBook* book = column.book.get();
  if (!book)
    each(direct_value);
  else if (!book->single.empty())
    each([single = book->single.data()](Code code) { return single[code]; });
  else if (!book->low.empty())
    each([low = book->low.data()](Code code) { return low[code]; });
  else
    each([&](Code code) { return lowest_value(column, code); });
}

// Add a term to a sum that is NaN until its first present cell.
inline double add_term(double sum, bool squared, const Term& term, double x) {
  const double value = term_value(squared, term.factor, term.center, x);
  return x == x ? (sum == sum ? sum + value : value) : sum;
}

}  // namespace spinney
