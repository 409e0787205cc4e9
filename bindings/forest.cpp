// Forests in Python.
#include "model/forest.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "common.h"
#include "predict/forest_pack.h"
#include "predict/forest_predict.h"
#include "values.h"

namespace spinney {

nb::dict get_state(const Forest& forest);
void set_state(Forest& self, const nb::dict& state);

namespace {

void construct(Forest* self, const std::vector<nb::object>& trees) {
  std::vector<const Tree*> pointers = tree_pointers(trees, "a forest is made of trees");
  new (self) Forest(run_released([&] { return pack_forest(pointers); }));
}

Tree tree(const Forest& forest, std::int64_t i) {
  require(i >= 0 && i < static_cast<std::int64_t>(forest.size()), "the forest has no such tree");
  return run_released([&] { return forest.tree(static_cast<std::size_t>(i)); });
}

Forest joined(const Forest& forest, const Forest& other) {
  Forest both = forest;
  both.append(other);
  return both;
}

Forest smoothed(const Forest& forest, double strength, int n_threads) {
  Interrupt interrupt = python_interrupt();
  return run_released([&] { return forest.smoothed(strength, n_threads, interrupt); });
}

nb::object predict(const Forest& forest, const PyTable& t, const std::string& aggregate,
                   int n_threads) {
  const Aggregate how = aggregate_from_name(aggregate);
  Interrupt interrupt = python_interrupt();
  std::vector<double> out(t.table.n_rows * forest.value_width());
  run_released([&] { predict_forest(forest, t.table, how, n_threads, interrupt, out.data()); });
  return shaped_values(forest.shape(), std::move(out), t.table.n_rows);
}

nb::object apply(const Forest& forest, const PyTable& t, int n_threads) {
  Interrupt interrupt = python_interrupt();
  std::vector<std::int32_t> nodes(t.table.n_rows * forest.size());
  run_released([&] { apply_forest(forest, t.table, n_threads, interrupt, nodes.data()); });
  return to_numpy(std::move(nodes), {t.table.n_rows, forest.size()});
}

nb::object feature_importances(const Forest& forest) {
  for (std::size_t i = 0; i < forest.size(); ++i)
    if (forest.whole(i)) check_statistics(*forest.whole(i));
  std::vector<double> sums;
  run_released([&] {
    for (std::size_t i = 0; i < forest.size(); ++i) {
      const std::vector<double> of_tree = importances(forest.tree(i), false, false);
      sums.insert(sums.end(), of_tree.begin(), of_tree.end());
    }
  });
  return to_numpy(std::move(sums), {forest.size(), forest.n_features()});
}

}  // namespace

void bind_forest(nb::module_& m) {
  nb::class_<Forest>(m, "Forest",
                     "An ensemble of trees, with at most 16 bytes per node for packed trees.")
      .def("__init__", &construct, nb::arg("trees"))
      .def_prop_ro("n_trees", &Forest::size)
      .def_prop_ro("n_features", &Forest::n_features)
      .def_prop_ro("n_outputs", [](const Forest& f) { return f.shape().n_outputs; })
      .def_prop_ro("n_classes", [](const Forest& f) { return f.shape().n_classes; })
      .def_prop_ro("n_nodes", &Forest::n_nodes)
      .def_prop_ro("nbytes", &Forest::n_bytes)
      .def("tree", &tree, nb::arg("i"))
      .def("joined", &joined, nb::arg("other"))
      .def("sliced", &Forest::sliced, nb::arg("first"), nb::arg("last"))
      .def("compact", &Forest::without_statistics)
      .def("smoothed", &smoothed, nb::arg("strength"), nb::arg("n_threads") = 1)
      .def("predict", &predict, nb::arg("table"), nb::arg("aggregate") = "mean",
           nb::arg("n_threads") = 1)
      .def("apply", &apply, nb::arg("table"), nb::arg("n_threads") = 1)
      .def("feature_importances", &feature_importances)
      .def("__getstate__", &get_state)
      .def("__setstate__", &set_state);
}

}  // namespace spinney
