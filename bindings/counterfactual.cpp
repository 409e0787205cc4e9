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

using TreeList = std::vector<nb::object>;

std::vector<const Tree*> pointers_to(const TreeList& trees) {
  return tree_pointers(trees, "counterfactuals are those of trees");
}

// Calls use(tree, index) for each tree without the GIL, until Ctrl-C.
template <class Use>
void each_tree(const TreeList& trees, Use&& use) {
  const auto pointers = pointers_to(trees);
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    for (std::size_t i = 0; i < pointers.size(); ++i) {
      interrupt.poll();
      use(*pointers[i], i);
    }
  });
}

template <class Use>
void each_tree(const Forest& forest, Use&& use) {
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    for (std::size_t i = 0; i < forest.size(); ++i) {
      interrupt.poll();
      use(forest.tree(i), i);
    }
  });
}

// (cuts, combined) of some trees.
template <class Trees>
nb::tuple cuts_of(const Trees& trees, const PyTable& t) {
  FeatureCells cells(t.table);
  each_tree(trees, [&](const Tree& tree, std::size_t) {
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

template <class Trees>
void add_trees(CellTrees& self, const Trees& trees, const PyTable& t,
               std::vector<std::uint32_t> feature, std::vector<std::vector<double>> values,
               std::vector<std::uint32_t> outputs, double scale) {
  const ColumnCells columns{std::move(feature), std::move(values), std::move(outputs), scale};
  each_tree(trees, [&](const Tree& tree, std::size_t i) { self.add(tree, i, t.table, columns); });
}

// (cells, cost, bound, goal, n_boxes)
nb::tuple find(const CellTrees& trees, const std::vector<const MarginGoal*>& goals,
               std::vector<std::vector<double>> costs, std::vector<std::uint32_t> own,
               std::size_t max_changes, double time_limit, const nb::callable& check) {
  const RowCosts row(trees, std::move(costs), std::move(own), max_changes);
  const auto call = [&check](std::size_t goal, const std::vector<std::uint32_t>& cells) {
    const nb::gil_scoped_acquire gil;
    return nb::cast<bool>(check(goal, cells));
  };
  Interrupt interrupt = python_interrupt();
  const Counterfactual found = run_released(
      [&] { return find_counterfactual(trees, goals, row, time_limit, call, interrupt); });
  return nb::make_tuple(found.cells, found.cost, found.bound, found.goal, found.n_boxes);
}

}  // namespace

void bind_counterfactual(nb::module_& m) {
  m.def("feature_cuts", &cuts_of<TreeList>, nb::arg("trees"), nb::arg("table"));
  m.def("feature_cuts", &cuts_of<Forest>, nb::arg("forest"), nb::arg("table"));
  nb::class_<CellTrees>(m, "CellTrees")
      .def(nb::init<std::vector<std::uint32_t>, std::size_t>(), nb::arg("n_cells"),
           nb::arg("n_outputs"))
      .def("add", &add_trees<TreeList>, nb::arg("trees"), nb::arg("table"), nb::arg("feature"),
           nb::arg("values"), nb::arg("outputs"), nb::arg("scale"))
      .def("add", &add_trees<Forest>, nb::arg("forest"), nb::arg("table"), nb::arg("feature"),
           nb::arg("values"), nb::arg("outputs"), nb::arg("scale"))
      .def_prop_ro("divided", [](const CellTrees& self) { return self.divided(); });
  nb::class_<MarginGoal>(m, "MarginGoal")
      .def(nb::init<const CellTrees&, const std::vector<double>&, const std::vector<double>&,
                    const std::vector<double>&, const std::vector<std::uint8_t>&>(),
           nb::arg("trees"), nb::arg("factors"), nb::arg("offset"), nb::arg("limits"),
           nb::arg("strict"));
  m.def("find_counterfactual", &find, nb::arg("trees"), nb::arg("goals"), nb::arg("costs"),
        nb::arg("own"), nb::arg("max_changes"), nb::arg("time_limit"), nb::arg("check"));
}

}  // namespace spinney
