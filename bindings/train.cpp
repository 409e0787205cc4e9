#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "base/pool.h"
#include "targets.h"

namespace spinney {

std::vector<Route> routes(const std::optional<std::vector<std::uint8_t>>& codes, std::size_t n_features) {
  if (!codes) return {};
  require(codes->size() == n_features, "missing and unknown must have an entry per feature");
  std::vector<Route> routes;
  for (const auto code : *codes) {
    require(code <= static_cast<std::uint8_t>(Route::majority), "there is no such route");
    routes.push_back(static_cast<Route>(code));
  }
  return routes;
}

namespace {

Tree grow(const PyTable& t, const Target& y, const std::optional<Weight>& weight, const std::string& criterion,
          std::vector<std::uint32_t> n_classes, int max_depth, std::size_t min_samples_split,
          std::size_t min_samples_leaf, double min_weight_leaf, std::size_t max_leaf_nodes, std::size_t max_features,
          double min_impurity_decrease, bool random_splits, const std::optional<std::vector<signed char>>& monotonic,
          std::uint32_t max_bins, std::uint64_t seed, int n_threads,
          const std::optional<std::vector<std::uint8_t>>& missing,
          const std::optional<std::vector<std::uint8_t>>& unknown, std::size_t max_surrogates,
          std::size_t max_competitors, const std::optional<Weight>& case_weight) {
  TargetView view = target_view(y, weight, std::move(n_classes), t.table.n_rows);
  require(!case_weight || case_weight->shape(0) == t.table.n_rows, "case_weight must have an entry per row");
  if (case_weight) view.case_weight = case_weight->data();
  GrowOptions options;
  options.finder.criterion = criterion_from_name(criterion);
  options.finder.min_samples_leaf = min_samples_leaf;
  options.finder.min_weight_leaf = min_weight_leaf;
  options.finder.max_features = max_features;
  options.finder.random_splits = random_splits;
  if (monotonic) options.finder.monotone = *monotonic;
  require(options.finder.monotone.empty() || options.finder.monotone.size() == t.table.columns.size(),
          "monotonic must have an entry per feature");
  options.max_depth = max_depth;
  options.min_samples_split = min_samples_split;
  options.max_leaf_nodes = max_leaf_nodes;
  options.min_impurity_decrease = min_impurity_decrease;
  options.missing_route = routes(missing, t.table.columns.size());
  options.unknown_route = routes(unknown, t.table.columns.size());
  options.max_surrogates = max_surrogates;
  options.finder.max_competitors = max_competitors;
  options.seed = seed;
  options.n_threads = std::max(1, n_threads);
  Interrupt interrupt = python_interrupt();
  return run_released([&] { return train_cart(t.table, view, options, max_bins, interrupt); });
}

}  // namespace

void bind_train(nb::module_& m) {
  m.def("grow_tree", &grow, nb::arg("table"), nb::arg("y"), nb::arg("weight").none(), nb::kw_only(),
        nb::arg("criterion"), nb::arg("n_classes"), nb::arg("max_depth"), nb::arg("min_samples_split"),
        nb::arg("min_samples_leaf"), nb::arg("min_weight_leaf"), nb::arg("max_leaf_nodes"), nb::arg("max_features"),
        nb::arg("min_impurity_decrease"), nb::arg("random_splits"), nb::arg("monotonic").none(), nb::arg("max_bins"),
        nb::arg("seed"), nb::arg("n_threads"), nb::arg("missing") = nb::none(), nb::arg("unknown") = nb::none(),
        nb::arg("max_surrogates") = 0, nb::arg("max_competitors") = 0, nb::arg("case_weight") = nb::none());
  m.def("available_threads", &available_threads);
}

}  // namespace spinney
