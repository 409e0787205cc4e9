// Counterfactuals in Python.
#include "explain/counterfactual.h"

#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "common.h"
#include "model/forest.h"

namespace spinney {
namespace {

std::vector<const Tree*> pointers_to(const std::vector<nb::object>& trees) {
  return tree_pointers(trees, "counterfactuals are those of trees");
}

// (cuts, combined) of some trees.
template <class Each>
nb::tuple cuts_of(const PyTable& t, Each&& each_tree) {
  FeatureCells cells(t.table);
  each_tree([&](const Tree& tree) {
    require(tree.n_features == t.table.columns.size(),
            "the table and the trees differ in the number of features");
    cells.add(tree);
  });
  cells.finish();
  nb::list cuts;
  for (std::size_t f = 0; f < cells.n_features(); ++f)
    cuts.append(to_numpy(cells.cuts(f), {cells.cuts(f).size()}));
  return nb::make_tuple(cuts, to_numpy(cells.combined(), {cells.combined().size()}));
}

nb::tuple cuts_of_trees(const std::vector<nb::object>& trees, const PyTable& t) {
  return cuts_of(t, [&](auto&& use) {
    for (const Tree* tree : pointers_to(trees)) use(*tree);
  });
}

nb::tuple cuts_of_forest(const Forest& forest, const PyTable& t) {
  return cuts_of(t, [&](auto&& use) {
    for (std::size_t i = 0; i < forest.size(); ++i) use(forest.tree(i));
  });
}

void add_trees(CellTrees& self, const std::vector<nb::object>& trees, const PyTable& t,
               std::vector<std::uint32_t> feature, std::vector<std::vector<double>> values,
               std::vector<std::uint32_t> outputs, double scale) {
  const ColumnCells columns{std::move(feature), std::move(values), std::move(outputs), scale};
  const auto pointers = pointers_to(trees);
  for (std::size_t i = 0; i < pointers.size(); ++i) self.add(*pointers[i], i, t.table, columns);
}

void add_forest(CellTrees& self, const Forest& forest, const PyTable& t,
                std::vector<std::uint32_t> feature, std::vector<std::vector<double>> values,
                std::vector<std::uint32_t> outputs, double scale) {
  const ColumnCells columns{std::move(feature), std::move(values), std::move(outputs), scale};
  for (std::size_t i = 0; i < forest.size(); ++i) self.add(forest.tree(i), i, t.table, columns);
}

// (cells, cost, bound, goal, n_boxes)
nb::tuple find(const CellTrees& trees, const std::vector<const MarginGoal*>& goals,
               std::vector<std::vector<double>> costs, std::vector<std::uint32_t> own,
               std::size_t max_changes, double time_limit, const nb::callable& check) {
  std::vector<MarginGoal> copies;
  for (const MarginGoal* goal : goals) copies.push_back(*goal);
  const RowCosts row(trees, std::move(costs), std::move(own), max_changes);
  const auto call = [&check](std::size_t goal, const std::vector<std::uint32_t>& cells) {
    const nb::gil_scoped_acquire gil;
    return nb::cast<bool>(check(goal, cells));
  };
  Interrupt interrupt = python_interrupt();
  const Counterfactual found = run_released(
      [&] { return find_counterfactual(trees, copies, row, time_limit, call, interrupt); });
  return nb::make_tuple(found.cells, found.cost, found.bound, found.goal, found.n_boxes);
}

}  // namespace

void bind_counterfactual(nb::module_& m) {
  m.def("feature_cuts", &cuts_of_trees, nb::arg("trees"), nb::arg("table"));
  m.def("feature_cuts", &cuts_of_forest, nb::arg("forest"), nb::arg("table"));
  nb::class_<CellTrees>(m, "CellTrees")
      .def(nb::init<std::vector<std::uint32_t>, std::size_t>(), nb::arg("n_cells"),
           nb::arg("n_outputs"))
      .def("add", &add_trees, nb::arg("trees"), nb::arg("table"), nb::arg("feature"),
           nb::arg("values"), nb::arg("outputs"), nb::arg("scale"))
      .def("add", &add_forest, nb::arg("forest"), nb::arg("table"), nb::arg("feature"),
           nb::arg("values"), nb::arg("outputs"), nb::arg("scale"))
      .def_prop_ro("divided", [](const CellTrees& self) { return self.divided(); });
  nb::class_<MarginGoal>(m, "MarginGoal")
      .def(nb::init<const CellTrees&, const std::vector<double>&, const std::vector<double>&,
                    const std::vector<std::uint8_t>&>(),
           nb::arg("trees"), nb::arg("factors"), nb::arg("thresholds"), nb::arg("strict"));
  m.def("find_counterfactual", &find, nb::arg("trees"), nb::arg("goals"), nb::arg("costs"),
        nb::arg("own"), nb::arg("max_changes"), nb::arg("time_limit"), nb::arg("check"));
}

}  // namespace spinney
