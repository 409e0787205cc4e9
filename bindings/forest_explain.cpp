// Permutation and corrected importances of forests in Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "explain/corrected_importances.h"
#include "explain/permutation_importances.h"
#include "targets.h"
#include "train/bags.h"

namespace spinney {
namespace {

// Throws unless rows, features and outputs agree.
TrueTargets true_targets_of(const Forest& forest, const Bags& bags, const Table& table,
                            const Target& y, const std::optional<Weight>& weight) {
  require(table.columns.size() == forest.n_features(),
          "the table and the forest differ in the number of features");
  require(bags.n_rows() == table.n_rows, "the bags and the table differ in the number of rows");
  const TargetView view = target_view(y, weight, forest.shape().n_classes, table.n_rows);
  require(view.n_outputs == forest.shape().n_outputs,
          "y and the forest differ in the number of outputs");
  return {view.n_outputs, view.classes, view.numbers, view.weight};
}

OutOfBagRows out_of_bag_of(const Bags& bags, const TrueTargets& true_targets,
                           Interrupt& interrupt) {
  return [&bags, &interrupt, weight = true_targets.weight](std::size_t tree) {
    return bags.out_of_bag(tree, weight, interrupt);
  };
}

nb::object by_permutation(const Forest& forest, const Bags& bags, const PyTable& t, const Target& y,
                          const std::optional<Weight>& weight,
                          std::vector<std::vector<std::uint32_t>> groups, std::size_t n_repeats,
                          std::uint64_t seed, int n_threads) {
  const TrueTargets true_targets = true_targets_of(forest, bags, t.table, y, weight);
  require(n_repeats > 0, "n_repeats must be at least 1");
  for (const auto& group : groups)
    for (const auto f : group)
      require(f < t.table.columns.size(), "a group has a feature that is not there");
  const PermutationOptions options{std::move(groups), n_repeats, seed, std::max(1, n_threads)};
  Interrupt interrupt = python_interrupt();
  auto grown = run_released([&] {
    return permutation_importances(forest, t.table, true_targets,
                                   out_of_bag_of(bags, true_targets, interrupt), options,
                                   interrupt);
  });
  return to_numpy(std::move(grown), {forest.size(), options.groups.size()});
}

nb::object corrected(const Forest& forest, const Bags& bags, const PyTable& t, const Target& y,
                     const std::optional<Weight>& weight, int n_threads) {
  const TrueTargets true_targets = true_targets_of(forest, bags, t.table, y, weight);
  Interrupt interrupt = python_interrupt();
  auto credit = run_released([&] {
    return corrected_importances(forest, t.table, true_targets,
                                 out_of_bag_of(bags, true_targets, interrupt),
                                 std::max(1, n_threads), interrupt);
  });
  return to_numpy(std::move(credit), {forest.size(), t.table.columns.size()});
}

}  // namespace

void bind_forest_explain(nb::module_& m) {
  m.def("permutation_importances", &by_permutation, nb::arg("forest"), nb::arg("bags"),
        nb::arg("table"), nb::arg("y"), nb::arg("weight").none(), nb::kw_only(), nb::arg("groups"),
        nb::arg("n_repeats") = 1, nb::arg("seed") = 0, nb::arg("n_threads") = 1);
  m.def("corrected_importances", &corrected, nb::arg("forest"), nb::arg("bags"), nb::arg("table"),
        nb::arg("y"), nb::arg("weight").none(), nb::arg("n_threads") = 1);
}

}  // namespace spinney
