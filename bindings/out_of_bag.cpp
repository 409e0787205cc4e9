// Out-of-bag predictions and errors in Python.
#include "train/out_of_bag.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "targets.h"
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
}

}  // namespace spinney
