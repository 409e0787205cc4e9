// The split criteria: their descriptions, impurities and row losses.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <numeric>

#include "base/error.h"
#include "split/impurity_curve.h"
#include "targets.h"

namespace spinney {
namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const Code, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<CriterionInfo> named_criteria() {
  std::vector<CriterionInfo> named(criteria().begin(), criteria().end());
  std::erase_if(named, [](const auto& c) { return c.task == CriterionTask::gradients; });
  return named;
}

Targets targets_of(CriterionKind kind, const Target& y, const std::optional<Weight>& weight,
                   std::vector<std::uint32_t> n_classes) {
  std::vector<Row> rows(y.shape(0));
  std::iota(rows.begin(), rows.end(), Row{0});
  return make_targets(target_view(y, weight, std::move(n_classes), rows.size()), rows, kind);
}

double impurity_of(CriterionKind kind, const Target& y, const std::optional<Weight>& weight,
                   std::vector<std::uint32_t> n_classes) {
  return impurity(kind, targets_of(kind, y, weight, std::move(n_classes)));
}

nb::object curve_of(CriterionKind kind, const Codes& codes, const Target& y,
                    const std::optional<Weight>& weight, std::vector<std::uint32_t> n_classes) {
  require(codes.shape(0) == y.shape(0), "codes must have an entry per row of y");
  const Targets targets = targets_of(kind, y, weight, std::move(n_classes));
  std::vector<double> curve = impurity_curve(kind, targets, codes.data());
  const std::size_t n = curve.size();
  return to_numpy(std::move(curve), {n});
}

nb::object row_losses(CriterionKind kind, const Vector& y, const Vector& prediction) {
  const std::size_t n = y.shape(0);
  require(prediction.shape(0) == n, "prediction must have an entry per row of y");
  std::vector<double> losses(n);
  for (std::size_t i = 0; i < n; ++i) losses[i] = row_loss(kind, y.data()[i], prediction.data()[i]);
  return to_numpy(std::move(losses), {n});
}

}  // namespace

void bind_criteria(nb::module_& m) {
  auto criterion = nb::enum_<CriterionKind>(m, "Criterion");
  for (const CriterionInfo& info : named_criteria()) criterion.value(info.name, info.kind);
  using Info = CriterionInfo;
  nb::class_<Info>(m, "CriterionInfo")
      .def_ro("kind", &Info::kind)
      .def_ro("name", &Info::name)
      .def_prop_ro("aliases",
                   [](const Info& c) {
                     return c.alias ? std::vector<std::string>{c.alias}
                                    : std::vector<std::string>{};
                   })
      .def_prop_ro("task",
                   [](const Info& c) {
                     return c.task == CriterionTask::classification ? "classification"
                                                                    : "regression";
                   })
      .def_ro("non_negative", &Info::non_negative)
      .def_ro("impurity", &Info::impurity)
      .def_ro("spread", &Info::spread)
      .def_ro("power", &Info::power)
      .def_ro("leaf_median", &Info::leaf_median)
      .def_ro("additive", &Info::additive)
      .def_ro("in_bits", &Info::in_bits)
      .def_ro("needs_multiway", &Info::needs_multiway)
      .def_ro("single_output", &Info::single_output);
  m.def("criteria", &named_criteria);
  m.def("impurity", &impurity_of, nb::arg("criterion"), nb::arg("y"), nb::arg("weight").none(),
        nb::arg("n_classes"));
  m.def("impurity_curve", &curve_of, nb::arg("criterion"), nb::arg("codes"), nb::arg("y"),
        nb::arg("weight").none(), nb::arg("n_classes"));
  m.def("row_losses", &row_losses, nb::arg("criterion"), nb::arg("y"), nb::arg("prediction"));
}

}  // namespace spinney
