// One random division of a feature's codes, as extremely randomised trees draw it.
#pragma once

#include <vector>

#include "base/random.h"
#include "criterion/targets.h"
#include "data/encoded_matrix.h"
#include "split/split.h"

namespace spinney {

// The threshold between two neighboring codes: midway, but never the upper value itself. Behind
// the last code (only missing cells to its right) it is infinite.
double midpoint(const EncodedColumn& column, Code last_left, Code first_right);

// A threshold for numbers from `from` to `to`, uniform, below `to`.
inline double draw_between(double from, double to, Random& random) {
  const double threshold = from + random.uniform() * (to - from);
  return threshold < to ? threshold : from;
}

struct RandomCut {
  bool varies = false, missing = false;  // whether some row misses the value
  Code last_left = 0;
  double threshold = 0;
  std::vector<Code> left, present;  // categories

  // Makes the split ask for this cut, or only whether the feature is there.
  void apply(const EncodedColumn& column, bool all_present_left, Split& split) const;
};

// Draws a threshold uniformly between the node's extremes. Codes up to last_left are below the cut;
// those of a category are replaced by 0 and 1 for that. The number that is cut of a category is the
// mean target of its rows: of one output, or the share of one class, drawn too.
RandomCut draw_cut(const EncodedColumn& column, const Targets& targets, const Row* rows,
                   Code* codes, std::size_t n, Random& random);

}  // namespace spinney
