#include "train/optimal.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "targets.h"

namespace spinney {
namespace {

using Routes = std::optional<std::vector<std::uint8_t>>;

// rows x {seconds, upper, lower}
nb::object history_array(const std::vector<optimal::Progress>& history) {
  std::vector<double> flat;
  for (const optimal::Progress& p : history) flat.insert(flat.end(), {p.seconds, p.upper, p.lower});
  return to_numpy(std::move(flat), {history.size(), 3});
}

nb::dict grow(const PyTable& t, const Target& y, const std::optional<Weight>& weight,
              std::vector<std::uint32_t> n_classes, int max_depth, std::size_t max_leaf_nodes,
              std::size_t min_samples_leaf, double min_weight_fraction_leaf, double leaf_penalty,
              std::uint32_t max_thresholds, double time_limit, const Routes& missing,
              const Routes& unknown, const nb::object& report, int n_threads) {
  const TargetView view = target_view(y, weight, std::move(n_classes), t.table.n_rows);
  OptimalOptions options;
  options.max_depth = max_depth;
  options.max_leaf_nodes = max_leaf_nodes;
  options.min_samples_leaf = min_samples_leaf;
  options.min_weight_fraction_leaf = min_weight_fraction_leaf;
  options.leaf_penalty = leaf_penalty;
  options.max_thresholds = max_thresholds;
  options.time_limit = time_limit;
  options.n_threads = std::max(1, n_threads);
  options.missing_route = routes(missing, t.table.columns.size());
  options.unknown_route = routes(unknown, t.table.columns.size());
  if (!report.is_none())
    options.report = [&](const optimal::Progress& p) {
      const nb::gil_scoped_acquire gil;
      report(p.seconds, p.upper, p.lower);
    };
  Interrupt interrupt = python_interrupt();
  OptimalTree found =
      run_released([&] { return train_optimal(t.table, view, options, interrupt); });
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
  m.def("grow_optimal_tree", &grow, "table"_a, "y"_a, "weight"_a.none(), nb::kw_only(),
        "n_classes"_a, "max_depth"_a, "max_leaf_nodes"_a, "min_samples_leaf"_a,
        "min_weight_fraction_leaf"_a, "leaf_penalty"_a, "max_thresholds"_a, "time_limit"_a,
        "missing"_a.none() = nb::none(), "unknown"_a.none() = nb::none(),
        "report"_a.none() = nb::none(), "n_threads"_a = 1);
}

}  // namespace spinney
