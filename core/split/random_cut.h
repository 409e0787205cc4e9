// A random split of a feature, as in extremely randomized trees.
#pragma once

#include <vector>

#include "base/random.h"
#include "criterion/targets.h"
#include "data/encoded_matrix.h"
#include "split/split.h"

namespace spinney {

// Threshold between two neighboring codes: the midpoint, but always below the upper value. Infinite
// behind the last code (only missing values on the right).
double midpoint(const EncodedColumn& column, Code last_left, Code first_right);

// Uniform threshold in [from, to).
inline double draw_between(double from, double to, Random& random) {
  const double threshold = from + random.uniform() * (to - from);
  return threshold < to ? threshold : from;
}

struct RandomCut {
  // `missing`: some row misses the value.
  bool varies = false, missing = false;
  Code last_left = 0;
  double threshold = 0;
  std::vector<Code> left, present;  // categories

  // Set the split to this cut, or to present versus missing.
  void apply(const EncodedColumn& column, bool all_present_left, Split& split) const;
};

// Draw a threshold uniformly between the node's extremes; codes up to last_left go left. Categories
// are ordered by the mean target of their rows (of one output, or the share of one class, drawn at
// random); their codes are replaced by 0 (left) and 1 (right).
RandomCut draw_cut(const EncodedColumn& column, const Targets& targets, const Row* rows,
                   Code* codes, std::size_t n, Random& random);

}  // namespace spinney
