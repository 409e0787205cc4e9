// Exact partial dependence of sums of trees, at every threshold.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "explain/effect_tree.h"

namespace spinney {

// A sum of trees; a tree may be unpacked when it is read. A tree with one value per leaf adds to
// output i % n_outputs, where i is its index; other trees have a value for every output.
struct TreeSource {
  std::size_t n_trees, n_outputs;
  std::function<Tree(std::size_t)> tree;
};

struct PartialDependence {
  std::vector<std::vector<double>> cuts;  // of all features
  std::vector<std::uint8_t> combined;     // whether splits combine a feature with others
  std::vector<double> base;               // outputs: the mean prediction
  // targets x cells x outputs: mean prediction with a feature in a cell, minus base.
  std::vector<std::vector<double>> singles;
  // pairs x cells x cells x outputs: the same with two features, minus base and both singles.
  std::vector<std::vector<double>> pairs;
  bool exact = false;  // otherwise only the first two are set
};

// Means over the rows of a table, weighted unless weight is null. Not exact if a row that is
// divided or follows a surrogate, or a split on several features, prevents it.
PartialDependence partial_dependence(const TreeSource& source, const Table& table,
                                     const double* weight, const EffectTargets& targets,
                                     int n_threads, Interrupt& interrupt);

}  // namespace spinney
