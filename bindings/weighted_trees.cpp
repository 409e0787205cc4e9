// Trees under changing weights, and weighted medians, in Python.
#include "train/weighted_trees.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "predict/weighted_median.h"
#include "targets.h"

namespace spinney {
namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The grower, and the Python objects that own its data.
struct PyWeightedTrees {
  std::vector<nb::object> owners;
  std::unique_ptr<WeightedTrees> trees;
};

void init(PyWeightedTrees* self, nb::handle table, const Target& y,
          std::vector<std::uint32_t> n_classes, const TreeOptions& options) {
  const auto& py_table = nb::cast<const PyTable&>(table);
  const Table& t = py_table.table;
  const TargetView view = target_view(y, std::nullopt, std::move(n_classes), t.n_rows);
  Interrupt interrupt = python_interrupt();
  auto trees = run_released([&] {
    return std::make_unique<WeightedTrees>(t, view, options, py_table.encodings.get(), interrupt);
  });
  new (self) PyWeightedTrees{{nb::borrow(table), nb::cast(y)}, std::move(trees)};
}

Tree grow(PyWeightedTrees& self, const Weight& weight, double min_weight_leaf, std::uint64_t seed) {
  require(weight.shape(0) == self.trees->n_rows(),
          "weight must have an entry per row of the table");
  Interrupt interrupt = python_interrupt();
  return run_released(
      [&] { return self.trees->grow(weight.data(), min_weight_leaf, seed, interrupt); });
}

Tree with_scores(const Tree& tree, const Numbers& scores) {
  require(scores.shape(0) == tree.size(), "scores must have an entry per node");
  Tree copy = tree;
  copy.n_classes.clear();
  copy.n_outputs = 1;
  copy.value.assign(scores.data(), scores.data() + tree.size());
  return copy;
}

nb::object medians(const Matrix& values, const Numbers& weight, int n_threads) {
  const std::size_t n_rows = values.shape(0), n_members = values.shape(1);
  require(n_members > 0 && weight.shape(0) == n_members,
          "weight must have an entry per column of values");
  std::vector<double> out(n_rows);
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    weighted_medians(values.data(), n_rows, n_members, weight.data(), std::max(1, n_threads),
                     interrupt, out.data());
  });
  return to_numpy(std::move(out), {n_rows});
}

}  // namespace

void bind_weighted_trees(nb::module_& m) {
  nb::class_<PyWeightedTrees>(m, "WeightedTrees")
      .def("__init__", &init, nb::arg("table"), nb::arg("y"), nb::arg("n_classes"),
           nb::arg("options"))
      .def("grow", &grow, nb::arg("weight"), nb::arg("min_weight_leaf") = 0.0, nb::arg("seed") = 0);
  m.def("with_scores", &with_scores, nb::arg("tree"), nb::arg("scores"));
  m.def("weighted_medians", &medians, nb::arg("values"), nb::arg("weight"),
        nb::arg("n_threads") = 1);
}

}  // namespace spinney
