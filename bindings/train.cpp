// Growing trees and forests from Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/pool.h"
#include "targets.h"
#include "train/forest.h"

namespace spinney {
namespace {

using Classes = std::vector<std::uint32_t>;

Tree grow(const PyTable& t, const Target& y, const std::optional<Weight>& weight, Classes n_classes,
          const TreeOptions& options, const std::optional<Weight>& case_weight) {
  TargetView view = target_view(y, weight, std::move(n_classes), t.table.n_rows);
  require(!case_weight || case_weight->shape(0) == t.table.n_rows,
          "case_weight must have an entry per row");
  if (case_weight) view.case_weight = case_weight->data();
  Interrupt interrupt = python_interrupt();
  return run_released(
      [&] { return train_cart(t.table, view, options, t.encodings.get(), interrupt); });
}

Forest grow_trees(const PyTable& t, const Target& y, const std::optional<Weight>& weight,
                  const Bags* bags, std::size_t first, std::size_t last, Classes n_classes,
                  const ForestOptions& options) {
  const TargetView view = target_view(y, weight, std::move(n_classes), t.table.n_rows);
  Interrupt interrupt = python_interrupt();
  return run_released([&] {
    return grow_forest(t.table, view, bags, first, last, options, t.encodings.get(), interrupt);
  });
}

}  // namespace

void bind_train(nb::module_& m) {
  m.def("grow_tree", &grow, nb::arg("table"), nb::arg("y"), nb::arg("weight").none(),
        nb::arg("n_classes"), nb::arg("options"), nb::arg("case_weight") = nb::none());
  m.def("grow_forest", &grow_trees, nb::arg("table"), nb::arg("y"), nb::arg("weight").none(),
        nb::arg("bags").none(), nb::arg("first"), nb::arg("last"), nb::arg("n_classes"),
        nb::arg("options"));
  m.def("tree_features", &tree_features, nb::arg("seed"), nb::arg("tree"), nb::arg("n_features"),
        nb::arg("wanted"));
  m.def("available_threads", &available_threads);
  m.def("available_memory", &available_memory, nb::arg("root") = "");
}

}  // namespace spinney
