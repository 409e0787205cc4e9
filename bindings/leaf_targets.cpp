// Targets in the leaves of a forest (quantiles) in Python.
#include "predict/leaf_targets.h"

#include <nanobind/stl/optional.h>

#include <cmath>

#include "base/error.h"
#include "common.h"
#include "train/bags.h"

namespace spinney {
namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void check_table(const Forest& forest, const Table& table) {
  require(table.columns.size() == forest.n_features(),
          "the table and the forest differ in the number of features");
}

void construct(LeafTargets* self, const Forest& forest, const Bags* bags, std::size_t first,
               const PyTable& t, const Numbers& y, const std::optional<Numbers>& weight,
               int n_threads) {
  const std::size_t n_rows = t.table.n_rows;
  check_table(forest, t.table);
  require(forest.shape().n_outputs == 1 && forest.shape().n_classes.empty(),
          "leaf targets are of one numeric output");
  require(y.shape(0) == n_rows, "y must have an entry per row of the table");
  require(!weight || weight->shape(0) == n_rows, "weight must have an entry per row of the table");
  require(!bags || bags->n_rows() == n_rows, "the bags and the table differ in the number of rows");
  Interrupt interrupt = python_interrupt();
  const auto counts = [&](std::size_t tree) {
    return bags ? bags->counts(first + tree, interrupt) : std::vector<std::uint32_t>(n_rows, 1);
  };
  run_released([&] {
    new (self) LeafTargets(forest, counts, t.table, y.data(), weight ? weight->data() : nullptr,
                           std::max(1, n_threads), interrupt);
  });
}

nb::object predict(const LeafTargets& self, const Forest& forest, const PyTable& t,
                   const Numbers& quantiles, int n_threads) {
  check_table(forest, t.table);
  const std::vector<double> requested(quantiles.data(), quantiles.data() + quantiles.shape(0));
  for (const double q : requested) require(q >= 0 && q <= 1, "quantiles must be between 0 and 1");
  std::vector<double> out(t.table.n_rows * requested.size());
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    self.predict(forest, t.table, requested, std::max(1, n_threads), interrupt, out.data());
  });
  return to_numpy(std::move(out), {t.table.n_rows, requested.size()});
}

// Calls f(name, array) for every array of a tree, for saving and restoring.
template <class ArraysType, class F>
void each_array(ArraysType& a, F&& f) {
  f("first", a.first);
  f("low", a.low);
  f("high", a.high);
  f("weight", a.weight);
}

template <class T>
std::vector<T> read_array(const nb::handle& stored) {
  using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  const auto array = nb::cast<Array>(stored);
  return {array.data(), array.data() + array.shape(0)};
}

nb::dict get_state(const LeafTargets& self) {
  nb::list trees;
  for (const LeafRanks& tree : self.trees()) {
    nb::dict arrays;
    each_array(tree.arrays(), [&]<class T>(const char* name, const std::vector<T>& array) {
      arrays[name] = to_numpy(array, {array.size()});
    });
    trees.append(arrays);
  }
  nb::dict state;
  state["targets"] = to_numpy(self.targets(), {self.targets().size()});
  state["trees"] = trees;
  return state;
}

void set_state(LeafTargets& self, const nb::dict& state) {
  std::vector<double> targets = read_array<double>(state["targets"]);
  std::vector<LeafRanks> trees;
  for (const nb::handle stored : nb::cast<nb::list>(state["trees"])) {
    LeafRanks::Arrays arrays;
    each_array(arrays, [&]<class T>(const char* name, std::vector<T>& array) {
      array = read_array<T>(stored[name]);
    });
    trees.emplace_back(std::move(arrays), targets.size());
  }
  new (&self) LeafTargets(std::move(targets), std::move(trees));
}

}  // namespace

void bind_leaf_targets(nb::module_& m) {
  nb::class_<LeafTargets>(m, "LeafTargets",
                          "The training targets in the leaves of a forest of one numeric output.")
      .def("__init__", &construct, nb::arg("forest"), nb::arg("bags").none(), nb::arg("first"),
           nb::arg("table"), nb::arg("y"), nb::arg("weight").none(), nb::arg("n_threads") = 1)
      .def_prop_ro("nbytes", &LeafTargets::n_bytes)
      .def("joined", &LeafTargets::joined, nb::arg("other"))
      .def("predict", &predict, nb::arg("forest"), nb::arg("table"), nb::arg("quantiles"),
           nb::arg("n_threads") = 1)
      .def("__getstate__", &get_state)
      .def("__setstate__", &set_state);
}

}  // namespace spinney
