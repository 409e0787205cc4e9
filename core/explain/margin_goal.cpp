#include "explain/margin_goal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace spinney {
namespace {

// The margins of one row of factors in the leaves, and their extremes below each node.
struct LeafMargins {
  LeafMargins(const CellTrees& trees, const double* factors)
      : leaf(trees.n_leaves()), largest(trees.nodes().size()) {
    std::vector<double> sizes(leaf.size());  // sums of absolute values
    for (std::size_t i = 0; i < leaf.size(); ++i)
      for (const LeafValue* v = trees.leaf_begin(i); v < trees.leaf_end(i); ++v) {
        leaf[i] += factors[v->output] * v->value;
        sizes[i] += std::abs(factors[v->output] * v->value);
      }
    std::vector<double> smallest(largest.size()), size(largest.size());
    for (std::size_t i = 0; i < largest.size(); ++i) {
      const CellNode& node = trees.nodes()[i];
      if (node.feature == kCellLeaf) {
        largest[i] = smallest[i] = leaf[node.first_edge];
        size[i] = sizes[node.first_edge];
        continue;
      }
      largest[i] = -INFINITY;
      smallest[i] = INFINITY;
      for (std::size_t e = node.first_edge; e < node.first_edge + node.n_edges; ++e) {
        const std::size_t child = trees.edges()[e].node;
        largest[i] = std::max(largest[i], largest[child]);
        smallest[i] = std::min(smallest[i], smallest[child]);
        size[i] = std::max(size[i], size[child]);
      }
    }
    for (const auto root : trees.roots()) {
      least += smallest[root];
      total_size += size[root];
    }
  }

  std::vector<double> leaf, largest;
  double least = 0;       // a lower bound of the sum over trees
  double total_size = 0;  // an upper bound of the sum of absolute values
};

bool is_unit(double factor) { return factor == 0 || std::abs(factor) == 1; }

// rows x columns to columns x rows
std::vector<double> transposed(const std::vector<std::vector<double>>& rows) {
  std::vector<double> result;
  for (std::size_t i = 0; !rows.empty() && i < rows[0].size(); ++i)
    for (const auto& row : rows) result.push_back(row[i]);
  return result;
}

}  // namespace

MarginGoal::MarginGoal(const CellTrees& trees, const std::vector<double>& factors,
                       const std::vector<double>& offset, const std::vector<double>& limits,
                       const std::vector<std::uint8_t>& strict) {
  const std::size_t k = trees.n_outputs();
  require(!limits.empty() && factors.size() == limits.size() * k && offset.size() == k &&
              strict.size() == limits.size(),
          "a margin needs its factors");
  // Relative to the sum of absolute values; the error of a sum grows with the number of its terms.
  const double rounding = 1e-12 + 1e-15 * static_cast<double>(trees.roots().size());
  std::vector<std::vector<double>> leaf, largest;
  for (std::size_t m = 0; m < limits.size(); ++m) {
    const double* own = &factors[m * k];
    LeafMargins margins(trees, own);
    double threshold = limits[m], size = std::abs(limits[m]) + margins.total_size;
    for (std::size_t j = 0; j < k; ++j) {
      threshold -= own[j] * offset[j];
      size += std::abs(own[j] * offset[j]);
    }
    const bool exact =
        trees.has_exact_sums() && threshold == 0 && std::all_of(own, own + k, is_unit);
    const bool single = trees.roots().size() == 1;
    const double tolerance =
        exact && single ? std::numeric_limits<double>::denorm_min() : rounding * size;
    double needed = threshold - tolerance, certain = threshold + tolerance;
    // Without rounding errors, a margin within the tolerance is exactly the threshold.
    if (exact) needed = certain = strict[m] ? certain : needed;
    if (margins.least >= certain) continue;
    needed_.push_back(needed);
    certain_.push_back(certain);
    leaf.push_back(std::move(margins.leaf));
    largest.push_back(std::move(margins.largest));
  }
  leaf_ = transposed(leaf);
  largest_ = transposed(largest);
}

}  // namespace spinney
