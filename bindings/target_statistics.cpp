// Target statistics of categories in Python.
#include "train/target_statistics.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "common.h"

namespace spinney {
namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void init(TargetStatistics* self, const PyTable& table, const std::vector<std::uint32_t>& features,
          const Matrix& targets, const std::optional<Vector>& weight, const Rows& rows,
          double prior_weight, std::uint32_t max_bins, std::uint32_t n_groups, std::uint64_t key) {
  const std::size_t n = table.table.n_rows;
  require(targets.shape(1) == n && (!weight || weight->shape(0) == n),
          "targets and weight must have an entry per row of the table");
  const StatisticTargets given{targets.data(), targets.shape(0), weight ? weight->data() : nullptr};
  const std::vector<Row> fitted(rows.data(), rows.data() + rows.size());
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    new (self) TargetStatistics(table.table, features, given, fitted,
                                StatisticRules{prior_weight, max_bins, n_groups, key}, interrupt);
  });
}

// The table references the columns of the given one and of the statistics.
PyTable table_of(nb::handle self, nb::handle given) {
  return {nb::cast<const TargetStatistics&>(self).table(),
          {nb::borrow(self), nb::borrow(given)},
          std::nullopt};
}

}  // namespace

void bind_target_statistics(nb::module_& m) {
  nb::class_<TargetStatistics>(m, "TargetStatistics",
                               "Target statistics of categories as numeric columns.")
      .def("__init__", &init, nb::arg("table"), nb::arg("features"), nb::arg("targets"),
           nb::arg("weight").none(), nb::arg("rows"), nb::arg("prior_weight"), nb::arg("max_bins"),
           nb::arg("n_groups"), nb::arg("key"))
      .def("table", &table_of, nb::arg("given"))
      .def_prop_ro("sources", &TargetStatistics::sources)
      .def(
          "translate",
          [](const TargetStatistics& self, const Tree& tree) { return self.translate(tree); },
          nb::arg("tree"));
}

}  // namespace spinney
