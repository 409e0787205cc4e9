// Aggregation of the predictions of trees.
#pragma once

#include <string>
#include <vector>

#include "model/tree.h"

namespace spinney {

enum class Aggregate { mean, mode, median };

Aggregate aggregate_from_name(const std::string& name);

// Sorts in ascending order, NaN last (fits never produce NaN, but a file may contain it).
void sort_values(double* values, std::size_t n);

// Median and most frequent value (the smallest of ties) of n > 0 sorted values. NaN if one is NaN.
double median(const double* sorted, std::size_t n);
double mode(const double* sorted, std::size_t n);

// Calls f(output, first, n) for the range of each output in a row of values.
template <class F>
void each_output(const Tree& shape, F&& f) {
  std::size_t first = 0;
  for (std::size_t k = 0; k < shape.n_outputs; ++k) {
    const std::size_t n = shape.n_classes.empty() ? 1 : shape.n_classes[k];
    f(k, first, n);
    first += n;
  }
}

// Adds a vote for the most probable class of each output, the first of ties.
void add_votes(const Tree& shape, const double* shares, double* votes);

// Scales the probabilities of each output to sum to 1; uniform if all are 0.
void scale_shares(const Tree& shape, double* shares);

}  // namespace spinney
