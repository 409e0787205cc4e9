// Partial dependence in Python.
#include "explain/partial_dependence.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "common.h"
#include "explain/path_dependence.h"
#include "model/forest.h"

namespace spinney {
namespace {

using Weight = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

void check_targets(const std::vector<std::uint32_t>& features, const Pairs& pairs,
                   const Table& table) {
  const std::set<std::uint32_t> known(features.begin(), features.end());
  require(known.size() == features.size(), "a feature is listed twice");
  for (const auto f : features)
    require(f < table.columns.size(), "there is no feature of this index");
  for (const auto& [a, b] : pairs)
    require(a != b && known.contains(a) && known.contains(b),
            "a pair consists of two of the features");
}

// (cuts, combined, (base, singles, pairs) or None if they cannot be exact).
nb::object compute(const TreeSource& source, const PyTable& t, std::vector<std::uint32_t> features,
                   Pairs pairs, const std::optional<Weight>& weight, int n_threads) {
  check_targets(features, pairs, t.table);
  require(!weight || weight->shape(0) == t.table.n_rows, "every row needs a weight");
  const EffectTargets targets(t.table.columns.size(), std::move(features), std::move(pairs));
  Interrupt interrupt = python_interrupt();
  PartialDependence found = run_released([&] {
    return partial_dependence(source, t.table, weight ? weight->data() : nullptr, targets,
                              std::max(1, n_threads), interrupt);
  });
  const std::size_t k = source.n_outputs;
  nb::list cuts, singles, both;
  for (auto& c : found.cuts) {
    const std::size_t n = c.size();
    cuts.append(to_numpy(std::move(c), {n}));
  }
  const std::size_t n_features = found.combined.size();
  const nb::object combined = to_numpy(std::move(found.combined), {n_features});
  if (!found.exact) return nb::make_tuple(cuts, combined, nb::none());
  std::vector<std::size_t> n_cells(t.table.columns.size());
  for (std::size_t i = 0; i < found.singles.size(); ++i) {
    const std::size_t n = n_cells[targets.features[i]] = found.singles[i].size() / k;
    singles.append(to_numpy(std::move(found.singles[i]), {n, k}));
  }
  for (std::size_t i = 0; i < found.pairs.size(); ++i)
    both.append(to_numpy(std::move(found.pairs[i]),
                         {n_cells[targets.pairs[i].first], n_cells[targets.pairs[i].second], k}));
  return nb::make_tuple(cuts, combined,
                        nb::make_tuple(to_numpy(std::move(found.base), {k}), singles, both));
}

nb::object of_trees(const std::vector<nb::object>& trees, const PyTable& t, std::size_t n_outputs,
                    std::vector<std::uint32_t> features, Pairs pairs,
                    const std::optional<Weight>& weight, int n_threads) {
  std::vector<const Tree*> pointers = tree_pointers(trees, "partial dependence is that of trees");
  require(n_outputs > 0, "there are no outputs");
  return compute({trees.size(), n_outputs, [&](std::size_t i) { return *pointers[i]; }}, t,
                 std::move(features), std::move(pairs), weight, n_threads);
}

nb::object of_forest(const Forest& forest, const PyTable& t, std::vector<std::uint32_t> features,
                     Pairs pairs, const std::optional<Weight>& weight, int n_threads) {
  return compute(
      {forest.size(), forest.value_width(), [&](std::size_t i) { return forest.tree(i); }}, t,
      std::move(features), std::move(pairs), weight, n_threads);
}

// (rows, values): of one tree, with the features of the grid that are known.
nb::object by_path(const Tree& tree, const PyTable& grid,
                   const std::vector<std::uint32_t>& features, int n_threads) {
  require(tree.n_features == grid.table.columns.size(),
          "the grid and the tree differ in the number of features");
  std::vector<bool> known(tree.n_features);
  for (const auto f : features) {
    require(f < known.size(), "there is no feature of this index");
    known[f] = true;
  }
  const std::size_t n_rows = grid.table.n_rows, width = tree.value_width();
  std::vector<double> values(n_rows * width);
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    add_path_dependence(tree, grid.table, known, std::max(1, n_threads), interrupt, values.data());
  });
  return to_numpy(std::move(values), {n_rows, width});
}

}  // namespace

void bind_partial_dependence(nb::module_& m) {
  m.def("path_dependence", &by_path, nb::arg("tree"), nb::arg("grid"), nb::arg("features"),
        nb::arg("n_threads") = 1);
  m.def("partial_dependence", &of_trees, nb::arg("trees"), nb::arg("table"), nb::arg("n_outputs"),
        nb::arg("features"), nb::arg("pairs"), nb::arg("weight") = nb::none(),
        nb::arg("n_threads") = 1);
  m.def("partial_dependence", &of_forest, nb::arg("forest"), nb::arg("table"), nb::arg("features"),
        nb::arg("pairs"), nb::arg("weight") = nb::none(), nb::arg("n_threads") = 1);
}

}  // namespace spinney
