// What trees say together.
#pragma once

#include <string>
#include <vector>

#include "model/tree.h"

namespace spinney {

enum class Aggregate { mean, mode, median };

Aggregate aggregate_from_name(const std::string& name);

// In rising order; NaN, which no fit makes but a file or a pickle could hold, comes last.
void sort_values(double* values, std::size_t n);

// Of n > 0 sorted values: the middle one, or the mean of the two; the one that comes most often, of
// several the smallest. NaN if one of them is.
double median(const double* sorted, std::size_t n);
double mode(const double* sorted, std::size_t n);

// f(output, first, n) for the outputs' places in a row of values.
template <class F>
void each_output(const Tree& shape, F&& f) {
  std::size_t first = 0;
  for (std::size_t k = 0; k < shape.n_outputs; ++k) {
    const std::size_t n = shape.n_classes.empty() ? 1 : shape.n_classes[k];
    f(k, first, n);
    first += n;
  }
}

// Adds a vote for the largest share of each output, of several the first.
void add_votes(const Tree& shape, const double* shares, double* votes);

// Scales the shares of each output to add up to 1. Medians may all be 0: then all classes are
// alike.
void scale_shares(const Tree& shape, double* shares);

}  // namespace spinney
