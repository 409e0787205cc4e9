// Interventional SHAP values of sums of trees: features that are not known have the values of
// background rows.
#pragma once

#include <vector>

#include "explain/shap.h"

namespace spinney {

struct Background {
  const Table& table;
  std::vector<double> weight;  // of each row
};

// The largest number of features that a split may combine.
inline constexpr std::size_t kMaxInterventionalTerms = 20;
// The largest number of features that a split of the tree combines; 0 without such splits.
std::size_t max_terms(const Tree& tree);

// Adds the SHAP values of trees to the output, as add_shap_values() does.
void add_interventional_values(const std::vector<const Tree*>& trees, std::size_t first,
                               const Table& table, const Background& background, int n_threads,
                               Interrupt& interrupt, const ShapOutput& out);

}  // namespace spinney
