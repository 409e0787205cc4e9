#include "train/weighted_trees.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "predict/weighted_median.h"
#include "targets.h"

namespace spinney {
namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Routes = std::optional<std::vector<std::uint8_t>>;

// The trees to come, and the objects that keep their data alive.
struct PyWeightedTrees {
  std::vector<nb::object> owners;
  std::unique_ptr<WeightedTrees> trees;
};

void init(PyWeightedTrees* self, nb::handle table, const Target& y, const std::string& criterion,
          std::vector<std::uint32_t> n_classes, int max_depth, std::size_t min_samples_split,
          std::size_t min_samples_leaf, std::size_t max_leaf_nodes, std::size_t max_features,
          double min_impurity_decrease, bool random_splits,
          const std::optional<std::vector<signed char>>& monotonic, std::uint32_t max_bins,
          const Routes& missing, const Routes& unknown, std::size_t max_surrogates,
          std::size_t max_competitors, int n_threads) {
  const Table& t = nb::cast<const PyTable&>(table).table;
  const std::size_t n_features = t.columns.size();
  const TargetView view = target_view(y, std::nullopt, std::move(n_classes), t.n_rows);
  require(!monotonic || monotonic->size() == n_features,
          "monotonic must have an entry per feature");
  GrowOptions o;
  o.finder.criterion = criterion_from_name(criterion);
  o.finder.min_samples_leaf = min_samples_leaf;
  o.finder.max_features = max_features;
  o.finder.random_splits = random_splits;
  if (monotonic) o.finder.monotone = *monotonic;
  o.finder.max_competitors = max_competitors;
  o.max_depth = max_depth;
  o.min_samples_split = min_samples_split;
  o.max_leaf_nodes = max_leaf_nodes;
  o.min_impurity_decrease = min_impurity_decrease;
  o.missing_route = routes(missing, n_features);
  o.unknown_route = routes(unknown, n_features);
  o.max_surrogates = max_surrogates;
  o.n_threads = std::max(1, n_threads);
  Interrupt interrupt = python_interrupt();
  auto trees = run_released(
      [&] { return std::make_unique<WeightedTrees>(t, view, o, max_bins, interrupt); });
  new (self) PyWeightedTrees{{nb::borrow(table), nb::cast(y)}, std::move(trees)};
}

Tree grow(PyWeightedTrees& self, const Weight& weight, double min_weight_leaf, std::uint64_t seed) {
  require(weight.shape(0) == self.trees->n_rows(),
          "weight must have an entry per row of the table");
  Interrupt interrupt = python_interrupt();
  return run_released(
      [&] { return self.trees->grow(weight.data(), min_weight_leaf, seed, interrupt); });
}

Tree with_scores(const Tree& tree, const Numbers& scores) {
  require(scores.shape(0) == tree.size(), "scores must have an entry per node");
  Tree copy = tree;
  copy.n_classes.clear();
  copy.n_outputs = 1;
  copy.value.assign(scores.data(), scores.data() + tree.size());
  return copy;
}

nb::object medians(const Matrix& values, const Numbers& weight, int n_threads) {
  const std::size_t n_rows = values.shape(0), n_members = values.shape(1);
  require(n_members > 0 && weight.shape(0) == n_members,
          "weight must have an entry per column of values");
  std::vector<double> out(n_rows);
  Interrupt interrupt = python_interrupt();
  run_released([&] {
    weighted_medians(values.data(), n_rows, n_members, weight.data(), std::max(1, n_threads),
                     interrupt, out.data());
  });
  return to_numpy(std::move(out), {n_rows});
}

}  // namespace

void bind_weighted_trees(nb::module_& m) {
  nb::class_<PyWeightedTrees>(m, "WeightedTrees")
      .def("__init__", &init, nb::arg("table"), nb::arg("y"), nb::kw_only(), nb::arg("criterion"),
           nb::arg("n_classes"), nb::arg("max_depth"), nb::arg("min_samples_split"),
           nb::arg("min_samples_leaf"), nb::arg("max_leaf_nodes"), nb::arg("max_features"),
           nb::arg("min_impurity_decrease"), nb::arg("random_splits"), nb::arg("monotonic").none(),
           nb::arg("max_bins"), nb::arg("missing") = nb::none(), nb::arg("unknown") = nb::none(),
           nb::arg("max_surrogates") = 0, nb::arg("max_competitors") = 0, nb::arg("n_threads") = 1)
      .def("grow", &grow, nb::arg("weight"), nb::arg("min_weight_leaf") = 0.0, nb::arg("seed") = 0);
  m.def("with_scores", &with_scores, nb::arg("tree"), nb::arg("scores"));
  m.def("weighted_medians", &medians, nb::arg("values"), nb::arg("weight"),
        nb::arg("n_threads") = 1);
}

}  // namespace spinney
