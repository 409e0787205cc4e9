// Values of a derived feature.
#include "split/direction.h"

#include <algorithm>
#include <limits>

#include "split/each_value.h"

namespace spinney {

void measure(const EncodedMatrix& matrix, const Direction& direction, const Row* rows,
             std::size_t n, Interrupt& interrupt, double* out) {
  std::fill_n(out, n, std::numeric_limits<double>::quiet_NaN());
  for (const Term& term : direction.terms) {
    interrupt.poll();
    each_value(matrix.columns[term.feature], rows, n,
               [&, sphere = direction.sphere](std::size_t i, double x) {
                 out[i] = add_term(out[i], sphere, term, x);
               });
  }
}

}  // namespace spinney
