// Out-of-bag predictions and errors in Python.
#include "train/out_of_bag.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "targets.h"
#include "train/smoothing_losses.h"
#include "values.h"

namespace spinney {
namespace {

void construct(OutOfBag* self, const Target& y, std::vector<std::uint32_t> n_classes,
               const std::optional<Weight>& weight, const std::string& aggregate) {
  const TargetView view = target_view(y, weight, std::move(n_classes), y.shape(0));
  new (self) OutOfBag(view, y.shape(0), aggregate_from_name(aggregate));
}

nb::object add(OutOfBag& self, const Forest& forest, const PyTable& t, const Bags& bags,
               std::size_t first, int n_threads) {
  Interrupt interrupt = python_interrupt();
  auto curve =
      run_released([&] { return self.add(forest, t.table, bags, first, n_threads, interrupt); });
  const std::size_t n = curve.size();
  return to_numpy(std::move(curve), {n});
}

nb::tuple losses_by_strength(const Forest& forest, const PyTable& t, const Target& y,
                             const std::optional<Weight>& weight, const Bags& bags,
                             std::size_t first, const std::vector<double>& strengths,
                             std::size_t max_rows, int n_threads) {
  const TargetView view = target_view(y, weight, forest.shape().n_classes, t.table.n_rows);
  Interrupt interrupt = python_interrupt();
  SmoothingLosses found = run_released([&] {
    return smoothing_losses(forest, t.table, view, bags, first, strengths, max_rows, n_threads,
                            interrupt);
  });
  const std::size_t n = found.rows.size();
  return nb::make_tuple(to_numpy(std::move(found.rows), {n}),
                        to_numpy(std::move(found.losses), {n, strengths.size()}));
}

}  // namespace

void bind_out_of_bag(nb::module_& m) {
  nb::class_<OutOfBag>(m, "OutOfBag", "What trees say of the rows that they were not grown on.")
      .def("__init__", &construct, nb::arg("y"), nb::arg("n_classes"),
           nb::arg("weight") = nb::none(), nb::arg("aggregate") = "mean")
      .def("add", &add, nb::arg("forest"), nb::arg("table"), nb::arg("bags"), nb::arg("first"),
           nb::arg("n_threads") = 1)
      .def_prop_ro("prediction",
                   [](const OutOfBag& self) {
                     return shaped_values(self.shape(), self.prediction(), self.n_rows());
                   })
      .def_prop_ro("n_trees",
                   [](const OutOfBag& self) { return to_numpy(self.n_trees(), {self.n_rows()}); });
  m.def("smoothing_losses", &losses_by_strength, nb::arg("forest"), nb::arg("table"), nb::arg("y"),
        nb::arg("weight").none(), nb::arg("bags"), nb::arg("first"), nb::arg("strengths"),
        nb::arg("max_rows"), nb::arg("n_threads") = 1);
}

}  // namespace spinney
