// Sums of trees, compiled for fast prediction, in Python.
#include "predict/ensemble.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "common.h"

namespace spinney {
namespace {

using Scores = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The compiled trees, and the Tree objects they were compiled from.
struct PyEnsemble {
  std::vector<nb::object> owners;
  Ensemble ensemble;
};

void construct(PyEnsemble* self, const std::vector<nb::object>& trees, std::size_t n_scores) {
  std::vector<const Tree*> pointers = tree_pointers(trees, "an ensemble is made of trees");
  new (self) PyEnsemble{trees, Ensemble(std::move(pointers), n_scores)};
}

// Returns the range of trees; throws unless they exist and the table has their features.
std::pair<std::size_t, std::size_t> range(const Ensemble& e, const Table& table, std::size_t first,
                                          std::optional<std::size_t> last) {
  require(first <= last.value_or(e.size()) && last.value_or(e.size()) <= e.size(),
          "there are no such trees");
  require(e.size() == 0 || table.columns.size() == e.n_features(),
          "the table and the ensemble differ in the number of features");
  return {first, last.value_or(e.size())};
}

void add(const PyEnsemble& self, const PyTable& t, const Scores& scores, int n_threads,
         std::size_t first, std::optional<std::size_t> last) {
  const auto trees = range(self.ensemble, t.table, first, last);
  require(scores.shape(0) == self.ensemble.n_scores() && scores.shape(1) == t.table.n_rows,
          "scores must have the shape (n_scores, rows)");
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    self.ensemble.add(t.table, trees.first, trees.second, n_threads, interrupt, scores.data());
  });
}

nb::object apply(const PyEnsemble& self, const PyTable& t, int n_threads, std::size_t first,
                 std::optional<std::size_t> last) {
  const auto trees = range(self.ensemble, t.table, first, last);
  Interrupt interrupt = python_interrupt();
  std::vector<std::int32_t> nodes(t.table.n_rows * (trees.second - trees.first));
  run_released([&] {
    self.ensemble.apply(t.table, trees.first, trees.second, n_threads, interrupt, nodes.data());
  });
  return to_numpy(std::move(nodes), {t.table.n_rows, trees.second - trees.first});
}

}  // namespace

void bind_ensemble(nb::module_& m) {
  nb::class_<PyEnsemble>(m, "Ensemble",
                         "Trees whose values add up, made ready for quick prediction.")
      .def("__init__", &construct, nb::arg("trees"), nb::arg("n_scores") = 1)
      .def_prop_ro("n_trees", [](const PyEnsemble& self) { return self.ensemble.size(); })
      .def("add", &add, nb::arg("table"), nb::arg("scores").noconvert(), nb::arg("n_threads") = 1,
           nb::arg("first") = 0, nb::arg("last") = nb::none())
      .def("apply", &apply, nb::arg("table"), nb::arg("n_threads") = 1, nb::arg("first") = 0,
           nb::arg("last") = nb::none());
}

}  // namespace spinney
