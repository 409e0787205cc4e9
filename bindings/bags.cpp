// Bootstrap samples in Python.
#include "train/bags.h"

#include <nanobind/stl/optional.h>

#include "base/error.h"
#include "common.h"

namespace spinney {
namespace {

template <class T>
using PerRow = std::optional<nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;
using Given =
    std::optional<nb::ndarray<const std::uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>>;

template <class T>
std::vector<T> copied(const PerRow<T>& array) {
  if (!array) return {};
  return {array->data(), array->data() + array->size()};
}

void construct(Bags* self, std::size_t n_rows, std::size_t n_draws, bool replace,
               std::uint64_t seed, const PerRow<double>& weight, const PerRow<std::int32_t>& strata,
               const Given& given) {
  BagOptions o;
  o.n_rows = n_rows;
  o.n_draws = n_draws;
  o.replace = replace;
  o.seed = seed;
  o.weight = copied(weight);
  o.strata = copied(strata);
  require(!given || given->shape(1) == n_rows, "given bags must have an entry per row");
  if (given) o.given.assign(given->data(), given->data() + given->size());
  new (self) Bags(std::move(o));
}

nb::object counts(const Bags& self, std::size_t tree) {
  Interrupt interrupt = python_interrupt();
  auto found = run_released([&] { return self.counts(tree, interrupt); });
  return to_numpy(std::move(found), {self.n_rows()});
}

}  // namespace

void bind_bags(nb::module_& m) {
  nb::class_<Bags>(m, "Bags", "The rows that each member of an ensemble is fitted on.")
      .def("__init__", &construct, nb::arg("n_rows"), nb::arg("n_draws"), nb::arg("replace"),
           nb::arg("seed"), nb::arg("weight") = nb::none(), nb::arg("strata") = nb::none(),
           nb::arg("given") = nb::none())
      .def_prop_ro("n_rows", &Bags::n_rows)
      .def("counts", &counts, nb::arg("tree"));
}

}  // namespace spinney
