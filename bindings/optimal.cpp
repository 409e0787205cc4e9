// Optimal trees in Python.
#include "train/optimal.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "targets.h"

namespace spinney {
namespace {

// rows x {seconds, upper, lower}
nb::object history_array(const std::vector<optimal::Progress>& history) {
  std::vector<double> flat;
  for (const optimal::Progress& p : history) flat.insert(flat.end(), {p.seconds, p.upper, p.lower});
  return to_numpy(std::move(flat), {history.size(), 3});
}

nb::dict grow(const PyTable& t, const Target& y, const std::optional<Weight>& weight,
              std::vector<std::uint32_t> n_classes, const OptimalOptions& options,
              const nb::object& on_progress) {
  const TargetView view = target_view(y, weight, std::move(n_classes), t.table.n_rows);
  OptimalReport report;
  if (!on_progress.is_none())
    report = [&](const optimal::Progress& p) {
      const nb::gil_scoped_acquire gil;
      on_progress(p.seconds, p.upper, p.lower);
    };
  Interrupt interrupt = python_interrupt();
  OptimalTree found =
      run_released([&] { return train_optimal(t.table, view, options, report, interrupt); });
  nb::dict result;
  result["tree"] = nb::cast(std::move(found.tree));
  result["objective"] = found.objective;
  result["lower_bound"] = found.lower_bound;
  result["n_subproblems"] = found.n_subproblems;
  result["history"] = history_array(found.history);
  return result;
}

}  // namespace

void bind_optimal(nb::module_& m) {
  using namespace nb::literals;
  m.def("grow_optimal_tree", &grow, "table"_a, "y"_a, "weight"_a.none(), "n_classes"_a, "options"_a,
        "report"_a.none() = nb::none());
}

}  // namespace spinney
