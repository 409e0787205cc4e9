#include "explain/feature_cells.h"

#include <algorithm>
#include <cmath>

#include "predict/split_decision.h"

namespace spinney {

void FeatureCells::add(const Tree& tree) {
  for (std::size_t node = 0; node < tree.size(); ++node) {
    if (tree.is_linear_leaf(node))
      for (std::uint32_t k = 0; k < tree.set_length[node]; ++k)
        combined_[static_cast<std::size_t>(tree.term_feature[tree.set_first[node] + k])] = true;
    if (tree.kind[node] == NodeKind::leaf) continue;
    if (tree.is_multivariate(node)) {
      tree.each_credit(node, [&](std::uint32_t f, double) { combined_[f] = true; });
      continue;
    }
    std::vector<double>& cuts = cuts_[tree.feature[node]];
    used_[tree.feature[node]] = true;
    if (tree.kind[node] == NodeKind::number) cuts.push_back(tree.threshold[node]);
    if (tree.kind[node] != NodeKind::intervals) continue;
    const auto first = tree.cuts.begin() + tree.set_first[node];
    cuts.insert(cuts.end(), first, first + tree.set_length[node]);
  }
  for (std::size_t k = 0; k < tree.surrogates.size(); ++k)
    if (tree.surrogates.kind[k] == NodeKind::number)
      cuts_[tree.surrogates.feature[k]].push_back(tree.surrogates.threshold[k]);
}

void FeatureCells::finish() {
  for (auto& cuts : cuts_) {
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  }
}

std::uint32_t FeatureCells::n_values(std::size_t feature) const {
  const std::uint32_t levels = table_.columns[feature].levels;
  return levels > 0 ? levels : static_cast<std::uint32_t>(cuts_[feature].size() + 1);
}

std::uint32_t FeatureCells::cell(std::size_t feature, double value) const {
  const std::uint32_t n = n_values(feature);
  if (table_.columns[feature].categorical())
    return value >= n ? n + 1 : value >= 0 ? static_cast<std::uint32_t>(value) : n;
  if (std::isnan(value)) return n;
  const auto& cuts = cuts_[feature];
  return static_cast<std::uint32_t>(std::lower_bound(cuts.begin(), cuts.end(), value) -
                                    cuts.begin());
}

// Adds a cell to the child that a value of it goes to.
bool FeatureCells::add_cell(const Tree& tree, std::uint32_t node, std::uint32_t cell, double value,
                            std::vector<std::vector<CellRange>>& cells) const {
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  bool others = false;
  const Decision decision = decide(tree, node, table_, [&](std::size_t f) {
    if (f == feature) return value;
    others = true;
    return std::nan("");
  });
  if (others || decision.action == Decision::all) return false;
  auto& ranges = decision.action == Decision::stop ? cells.back() : cells[decision.child];
  if (!ranges.empty() && ranges.back().last == cell)
    ++ranges.back().last;
  else
    ranges.push_back({cell, cell + 1});
  return true;
}

bool FeatureCells::split_cells(const Tree& tree, std::uint32_t node, const bool* occurs,
                               std::vector<std::vector<CellRange>>& cells) const {
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  const std::uint32_t n = n_values(feature), n_children = tree.n_children[node];
  cells.assign(n_children + 1, {});
  if (table_.columns[feature].categorical()) {
    for (std::uint32_t level = 0; level < n; ++level)
      if (!add_cell(tree, node, level, level, cells)) return false;
  } else {
    const double* cut = tree.kind[node] == NodeKind::number
                            ? &tree.threshold[node]
                            : tree.cuts.data() + tree.set_first[node];
    std::uint32_t first = 0;
    for (std::uint32_t c = 0; c < n_children; ++c) {
      const std::uint32_t last = c + 1 < n_children ? cell(feature, cut[c]) + 1 : n;
      if (first < last) cells[c].push_back({first, last});
      first = std::max(first, last);
    }
  }
  const bool known_missing = add_cell(tree, node, n, std::nan(""), cells);
  const bool known_unknown = !table_.columns[feature].categorical() ||
                             add_cell(tree, node, n + 1, static_cast<double>(n), cells);
  return (known_missing || !occurs[0]) && (known_unknown || !occurs[1]);
}

std::vector<CellRange> intersect(const std::vector<CellRange>& a, const std::vector<CellRange>& b) {
  std::vector<CellRange> both;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::uint32_t first = std::max(a[i].first, b[j].first);
    const std::uint32_t last = std::min(a[i].last, b[j].last);
    if (first < last) both.push_back({first, last});
    a[i].last < b[j].last ? ++i : ++j;
  }
  return both;
}

}  // namespace spinney
