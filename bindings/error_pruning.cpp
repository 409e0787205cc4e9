// C4.5's pruning in Python.
#include "train/error_pruning.h"

#include <nanobind/stl/optional.h>

#include "base/error.h"
#include "targets.h"

namespace spinney {
namespace {

Tree prune(const Tree& tree, const PyTable& t, const Target& y, const std::optional<Weight>& weight,
           CriterionKind criterion, double confidence, double z, bool raising) {
  require_statistics(tree);
  require(!tree.n_classes.empty(), "only trees for classes can be pruned by errors");
  require(t.table.columns.size() == tree.n_features,
          "the table and the tree differ in the number of features");
  const TargetView view = target_view(y, weight, tree.n_classes, t.table.n_rows);
  const ErrorPruningOptions options{confidence, z, raising, criterion};
  Interrupt interrupt = python_interrupt();
  return run_released([&] { return prune_by_errors(tree, t.table, view, options, interrupt); });
}

}  // namespace

void bind_error_pruning(nb::module_& m) {
  m.def("prune_by_errors", &prune, nb::arg("tree"), nb::arg("table"), nb::arg("y"),
        nb::arg("weight").none(), nb::kw_only(), nb::arg("criterion"), nb::arg("confidence"),
        nb::arg("z"), nb::arg("raising"));
}

}  // namespace spinney
