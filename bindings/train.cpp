#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/pool.h"
#include "targets.h"
#include "train/forest.h"

namespace spinney {

std::vector<Route> routes(const std::optional<std::vector<std::uint8_t>>& codes,
                          std::size_t n_features) {
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

template <class T>
T option(const nb::kwargs& options, const char* name) {
  if (!options.contains(name))
    throw nb::type_error(("missing the keyword argument '" + std::string(name) + "'").c_str());
  return nb::cast<T>(options[name]);
}

template <class T>
T option(const nb::kwargs& options, const char* name, T otherwise) {
  return options.contains(name) ? nb::cast<T>(options[name]) : std::move(otherwise);
}

// Throws unless every option is one of these.
void check_names(const nb::kwargs& options, std::initializer_list<const char*> of_call) {
  static const std::set<std::string> shared{"criterion",
                                            "n_classes",
                                            "max_depth",
                                            "min_samples_split",
                                            "min_samples_leaf",
                                            "max_leaf_nodes",
                                            "max_features",
                                            "random_splits",
                                            "monotonic",
                                            "max_bins",
                                            "min_impurity_decrease",
                                            "seed",
                                            "n_threads",
                                            "max_surrogates",
                                            "missing",
                                            "unknown",
                                            "splits",
                                            "n_buckets",
                                            "n_directions"};
  for (const auto& [name, value] : options) {
    const auto known = nb::cast<std::string>(name);
    if (!shared.contains(known) &&
        std::find(of_call.begin(), of_call.end(), known) == of_call.end())
      throw nb::type_error(("there is no keyword argument '" + known + "'").c_str());
  }
}

SplitKindOptions split_kinds(const nb::kwargs& o) {
  SplitKindOptions kinds;
  const auto names = option<std::vector<std::string>>(o, "splits", {"binary"});
  const std::set<std::string> known{"binary", "multiway", "oblique", "sphere", "pca"},
      wanted(names.begin(), names.end());
  require(
      !wanted.empty() && std::includes(known.begin(), known.end(), wanted.begin(), wanted.end()),
      "splits names a kind that is not known");
  kinds.binary = wanted.contains("binary");
  kinds.multiway = wanted.contains("multiway");
  kinds.oblique = wanted.contains("oblique");
  kinds.sphere = wanted.contains("sphere");
  kinds.pca = wanted.contains("pca");
  kinds.n_buckets = std::max<std::size_t>(2, option<std::size_t>(o, "n_buckets", 4));
  kinds.n_directions = option<std::size_t>(o, "n_directions", 0);
  return kinds;
}

// C4.5's criterion is the entropy, with a choice of its own.
CriterionKind criterion_of(const nb::kwargs& o, SplitKindOptions& kinds) {
  const auto name = option<std::string>(o, "criterion");
  kinds.gain_ratio = name == "gain_ratio";
  if (!kinds.gain_ratio) return criterion_from_name(name);
  require(kinds.multiway && !kinds.binary && !kinds.multivariate() &&
              option<std::vector<std::uint32_t>>(o, "n_classes").size() == 1,
          "gain_ratio is for multiway splits and one output of classes");
  return CriterionKind::entropy;
}

GrowOptions grow_options(const nb::kwargs& o, std::size_t n_features) {
  using Monotonic = std::optional<std::vector<signed char>>;
  using Routes = std::optional<std::vector<std::uint8_t>>;
  GrowOptions options;
  options.finder.kinds = split_kinds(o);
  options.finder.criterion = criterion_of(o, options.finder.kinds);
  options.finder.min_samples_leaf = option<std::size_t>(o, "min_samples_leaf");
  options.finder.max_features = option<std::size_t>(o, "max_features");
  options.finder.random_splits = option<bool>(o, "random_splits");
  options.finder.monotone = option<Monotonic>(o, "monotonic").value_or(std::vector<signed char>{});
  require(options.finder.monotone.empty() || options.finder.monotone.size() == n_features,
          "monotonic must have an entry per feature");
  options.finder.max_competitors = option<std::size_t>(o, "max_competitors", 0);
  options.max_depth = option<int>(o, "max_depth");
  options.min_samples_split = option<std::size_t>(o, "min_samples_split");
  options.max_leaf_nodes = option<std::size_t>(o, "max_leaf_nodes");
  options.min_impurity_decrease = option<double>(o, "min_impurity_decrease");
  options.missing_route = routes(option<Routes>(o, "missing", std::nullopt), n_features);
  options.unknown_route = routes(option<Routes>(o, "unknown", std::nullopt), n_features);
  options.max_surrogates = option<std::size_t>(o, "max_surrogates", 0);
  options.seed = option<std::uint64_t>(o, "seed");
  options.n_threads = std::max(1, option<int>(o, "n_threads"));
  return options;
}

using Classes = std::vector<std::uint32_t>;

Tree grow(const PyTable& t, const Target& y, const std::optional<Weight>& weight,
          const nb::kwargs& o) {
  check_names(o, {"min_weight_leaf", "max_competitors", "case_weight"});
  TargetView view = target_view(y, weight, option<Classes>(o, "n_classes"), t.table.n_rows);
  const auto case_weight = option<std::optional<Weight>>(o, "case_weight", std::nullopt);
  require(!case_weight || case_weight->shape(0) == t.table.n_rows,
          "case_weight must have an entry per row");
  if (case_weight) view.case_weight = case_weight->data();
  GrowOptions options = grow_options(o, t.table.columns.size());
  options.finder.min_weight_leaf = option<double>(o, "min_weight_leaf");
  const auto max_bins = option<std::uint32_t>(o, "max_bins");
  Interrupt interrupt = python_interrupt();
  return run_released([&] { return train_cart(t.table, view, options, max_bins, interrupt); });
}

Forest grow_trees(const PyTable& t, const Target& y, const std::optional<Weight>& weight,
                  const Bags* bags, std::size_t first, std::size_t last, const nb::kwargs& o) {
  check_names(o, {"features_per_tree", "min_weight_fraction_leaf", "balance", "ccp_alpha"});
  const TargetView view = target_view(y, weight, option<Classes>(o, "n_classes"), t.table.n_rows);
  ForestOptions options;
  options.grow = grow_options(o, t.table.columns.size());
  options.max_bins = option<std::uint32_t>(o, "max_bins");
  options.features_per_tree = option<std::size_t>(o, "features_per_tree");
  options.min_weight_fraction_leaf = option<double>(o, "min_weight_fraction_leaf");
  options.balance = option<bool>(o, "balance");
  options.ccp_alpha = option<double>(o, "ccp_alpha");
  require(!options.balance || view.classes, "only classes can be balanced");
  Interrupt interrupt = python_interrupt();
  return run_released(
      [&] { return grow_forest(t.table, view, bags, first, last, options, interrupt); });
}

}  // namespace

void bind_train(nb::module_& m) {
  m.def("grow_tree", &grow, nb::arg("table"), nb::arg("y"), nb::arg("weight").none(),
        nb::arg("options"));
  m.def("grow_forest", &grow_trees, nb::arg("table"), nb::arg("y"), nb::arg("weight").none(),
        nb::arg("bags").none(), nb::arg("first"), nb::arg("last"), nb::arg("options"));
  m.def("available_threads", &available_threads);
}

}  // namespace spinney
