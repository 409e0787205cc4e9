// Shared by the bindings: arrays without copies, and handling of Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "data/encodings.h"
#include "data/table.h"
#include "model/tree.h"

namespace nb = nanobind;

namespace spinney {

// Checks for pending signals; Python sets the exception.
inline bool signal_pending() {
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}
inline Interrupt python_interrupt() { return Interrupt(signal_pending); }

// Runs f without the GIL. An exception raised by a signal handler is passed on; work that was
// interrupted before is interrupted again.
template <class F>
auto run_released(F&& f) {
  try {
    const nb::gil_scoped_release release;
    return f();
  } catch (const Interrupted&) {
    if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw nb::python_error();
  }
}

// Raises AttributeError if the tree has no statistics, as for other attributes of estimators that
// some fits do not set.
inline void check_statistics(const Tree& tree) {
  try {
    require_statistics(tree);
  } catch (const std::invalid_argument& error) {
    throw nb::attribute_error(error.what());
  }
}

// A table, and the Python objects that own its columns.
struct PyTable {
  Table table;
  std::vector<nb::object> owners;
  std::optional<bool> complete;                    // is_known_complete(), once computed
  std::shared_ptr<Encodings> encodings = nullptr;  // of all fits; null: each makes its own

  // Needs the GIL, which prevents races.
  bool is_complete() {
    if (!complete) complete = run_released([&] { return is_known_complete(table); });
    return *complete;
  }
};

// A read-only numpy array on memory owned by `owner`.
template <class T>
nb::object view(const T* data, std::initializer_list<std::size_t> shape, nb::handle owner) {
  return nb::cast(nb::ndarray<nb::numpy, const T>(data, shape.size(), shape.begin(), owner),
                  nb::rv_policy::reference);
}

// A numpy array that owns the vector's memory.
template <class T>
nb::object to_numpy(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape.size(), shape.begin(), owner),
                  nb::rv_policy::reference);
}

// The trees of a list, which must outlive the result; `error` is thrown for anything else.
inline std::vector<const Tree*> tree_pointers(const std::vector<nb::object>& trees,
                                              const char* error) {
  std::vector<const Tree*> pointers;
  for (const nb::object& tree : trees) {
    if (!nb::isinstance<Tree>(tree)) throw nb::type_error(error);
    pointers.push_back(&nb::cast<const Tree&>(tree));
  }
  return pointers;
}

void bind_bags(nb::module_& m);
void bind_booster(nb::module_& m);
void bind_loss(nb::module_& m);
void bind_table(nb::module_& m);
void bind_target_statistics(nb::module_& m);
void bind_tree(nb::module_& m);
void bind_train(nb::module_& m);
void bind_criteria(nb::module_& m);
void bind_ensemble(nb::module_& m);
void bind_error_pruning(nb::module_& m);
void bind_forest(nb::module_& m);
void bind_out_of_bag(nb::module_& m);
void bind_row_predictor(nb::module_& m);
void bind_forest_explain(nb::module_& m);
void bind_shap(nb::module_& m);
void bind_similarity(nb::module_& m);
void bind_partial_dependence(nb::module_& m);
void bind_counterfactual(nb::module_& m);
void bind_leaf_targets(nb::module_& m);
void bind_options(nb::module_& m);
void bind_optimal(nb::module_& m);
void bind_weighted_trees(nb::module_& m);
void bind_container(nb::module_& m);

}  // namespace spinney
