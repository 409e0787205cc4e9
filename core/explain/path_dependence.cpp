#include "explain/path_dependence.h"

#include <utility>

#include "base/error.h"
#include "base/pool.h"
#include "explain/shap_tree.h"
#include "predict/split_decision.h"

namespace spinney {
namespace {

// Whether the known features decide a split.
std::vector<std::uint8_t> decided_nodes(const Tree& tree, const std::vector<bool>& known) {
  std::vector<std::uint8_t> decided(tree.size());
  for (std::size_t node = 0; node < tree.size(); ++node) {
    if (tree.kind[node] == NodeKind::leaf) continue;
    tree.each_credit(node, [&](std::uint32_t f, double) { decided[node] |= known[f]; });
    require(!decided[node] || !tree.is_multivariate(node),
            "The recursion method cannot compute partial dependence: a split combines several "
            "features. Pass method='brute'.");
  }
  return decided;
}

}  // namespace

void add_path_dependence(const Tree& tree, const Table& grid, const std::vector<bool>& known,
                         int n_threads, Interrupt& interrupt, double* values) {
  const std::size_t width = tree.value_width();
  const std::vector<std::uint8_t> decided = decided_nodes(tree, known);
  std::vector<double> share(tree.size(), 1.0);  // of a node in the weight of its siblings
  for (std::size_t node = 0; node < tree.size(); ++node) {
    if (tree.kind[node] == NodeKind::leaf) continue;
    const std::vector<double> shares = child_shares(tree, node);
    for (std::size_t c = 0; c < shares.size(); ++c) share[tree.first_child[node] + c] = shares[c];
  }
  parallel_for(n_threads, grid.n_rows, interrupt, [&](std::size_t row, int) {
    std::vector<std::pair<std::uint32_t, double>> stack{{0, 1.0}};
    while (!stack.empty()) {
      const std::uint32_t node = stack.back().first;
      const double weight = stack.back().second;
      stack.pop_back();
      Decision decision{Decision::all};
      bool others = false;
      if (decided[node])
        decision = decide(tree, node, grid, [&](std::size_t f) {
          others |= static_cast<std::int32_t>(f) != tree.feature[node];
          return cell_value(grid.columns[f], row);
        });
      if (tree.kind[node] == NodeKind::leaf || (decision.action == Decision::stop && !others)) {
        for (std::size_t j = 0; j < width; ++j)
          values[row * width + j] += weight * tree.value[node * width + j];
        // Features that are not known take the center, where their terms are 0.
        for (std::uint32_t k = tree.set_first[node];
             tree.is_linear_leaf(node) && k < tree.set_first[node] + tree.set_length[node]; ++k)
          if (const auto f = static_cast<std::size_t>(tree.term_feature[k]); known[f])
            values[row] += weight * leaf_term(tree.term_factor[k], tree.term_center[k],
                                              tree.term_share[k], cell_value(grid.columns[f], row));
      } else if (decision.action == Decision::one && !others) {
        stack.emplace_back(tree.first_child[node] + decision.child, weight);
      } else {
        for (std::uint32_t c = tree.n_children[node]; c-- > 0;)
          if (const std::uint32_t to = tree.first_child[node] + c; share[to] > 0)
            stack.emplace_back(to, weight * share[to]);
      }
    }
  });
}

}  // namespace spinney
