#include "model/tree.h"

#include <nanobind/stl/vector.h>

#include <limits>

#include "base/error.h"
#include "common.h"
#include "predict/interpreter.h"

namespace spinney {
namespace {

template <class T>
nb::object nodes_view(nb::handle self, const std::vector<T>& array) {
  return view(array.data(), {array.size()}, self);
}

nb::object children(const Tree& t, int side) {
  std::vector<std::int64_t> ids(t.size(), -1);
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.kind[i] != NodeKind::leaf) ids[i] = t.first_child[i] + side;
  const std::size_t n = ids.size();
  return to_numpy(std::move(ids), {n});
}

std::size_t max_classes(const Tree& t) {
  std::size_t most = 1;
  for (const auto k : t.n_classes) most = std::max<std::size_t>(most, k);
  return most;
}

// nodes (or rows) x outputs x classes, padded with zeros where outputs have fewer classes than the largest.
std::vector<double> padded(const Tree& t, const double* flat, std::size_t n) {
  const std::size_t most = max_classes(t);
  std::vector<double> out(n * t.n_outputs * most);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < t.n_outputs; ++k) {
      std::copy_n(flat, t.n_classes[k], &out[(i * t.n_outputs + k) * most]);
      flat += t.n_classes[k];
    }
  return out;
}

bool needs_padding(const Tree& t) {
  for (const auto k : t.n_classes)
    if (k != max_classes(t)) return true;
  return false;
}

nb::object values(nb::handle self, const Tree& t) {
  const std::size_t width = max_classes(t);
  if (!needs_padding(t)) return view(t.value.data(), {t.size(), std::size_t{t.n_outputs}, width}, self);
  return to_numpy(padded(t, t.value.data(), t.size()), {t.size(), std::size_t{t.n_outputs}, width});
}

void check_columns(const Tree& tree, const PyTable& t) {
  require(t.table.columns.size() == tree.n_features, "the table and the tree differ in the number of features");
}

nb::object predict(const Tree& tree, const PyTable& t, int n_threads) {
  check_columns(tree, t);
  Interrupt interrupt = python_interrupt();
  const std::size_t n = t.table.n_rows;
  std::vector<double> out(n * tree.value_width());
  run_released([&] { predict_values(tree, t.table, n_threads, interrupt, out.data()); });
  if (needs_padding(tree)) out = padded(tree, out.data(), n);
  return to_numpy(std::move(out), {n, std::size_t{tree.n_outputs}, max_classes(tree)});
}

nb::object apply(const Tree& tree, const PyTable& t, int n_threads) {
  check_columns(tree, t);
  Interrupt interrupt = python_interrupt();
  auto leaves = run_released([&] { return find_leaves(tree, t.table, n_threads, interrupt); });
  return to_numpy(std::move(leaves), {t.table.n_rows});
}

nb::tuple decision_path(const Tree& tree, const PyTable& t) {
  check_columns(tree, t);
  Interrupt interrupt = python_interrupt();
  Paths paths = run_released([&] { return find_paths(tree, t.table, interrupt); });
  const std::size_t n_pointers = paths.indptr.size(), n_indices = paths.indices.size();
  return nb::make_tuple(to_numpy(std::move(paths.indptr), {n_pointers}),
                        to_numpy(std::move(paths.indices), {n_indices}));
}

nb::object categories_left(const Tree& t, std::int64_t node) {
  require(node >= 0 && node < static_cast<std::int64_t>(t.size()), "there is no such node");
  std::vector<std::int32_t> levels;
  if (t.kind[node] == NodeKind::category)
    for (std::uint32_t level = 0; level < t.set_length[node] * 64; ++level)
      if (t.in_left_set(node, level)) levels.push_back(static_cast<std::int32_t>(level));
  const std::size_t n = levels.size();
  return to_numpy(std::move(levels), {n});
}

// Calls f(name, array) for every array of the tree, for saving and restoring.
template <class TreeType, class F>
void each_array(TreeType& t, F&& f) {
  f("n_classes", t.n_classes);
  f("feature", t.feature);
  f("threshold", t.threshold);
  f("first_child", t.first_child);
  f("missing_left", t.missing_left);
  f("impurity", t.impurity);
  f("gain", t.gain);
  f("weight", t.weight);
  f("count", t.count);
  f("value", t.value);
  f("set_first", t.set_first);
  f("set_length", t.set_length);
  f("set_words", t.set_words);
}

nb::dict get_state(const Tree& t) {
  nb::dict state;
  state["n_features"] = t.n_features;
  state["n_outputs"] = t.n_outputs;
  std::vector<std::uint8_t> kinds(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) kinds[i] = static_cast<std::uint8_t>(t.kind[i]);
  state["kind"] = to_numpy(std::move(kinds), {t.size()});
  each_array(t, [&](const char* name, const auto& array) { state[name] = to_numpy(array, {array.size()}); });
  return state;
}

template <class T>
std::vector<T> read_array(const nb::dict& state, const char* name) {
  const auto array = nb::cast<nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(state[name]);
  return std::vector<T>(array.data(), array.data() + array.shape(0));
}

void set_state(Tree& self, const nb::dict& state) {
  Tree t;
  t.n_features = nb::cast<std::uint32_t>(state["n_features"]);
  t.n_outputs = nb::cast<std::uint32_t>(state["n_outputs"]);
  for (const auto kind : read_array<std::uint8_t>(state, "kind")) t.kind.push_back(static_cast<NodeKind>(kind));
  each_array(t, [&](const char* name, auto& array) {
    array = read_array<typename std::remove_reference_t<decltype(array)>::value_type>(state, name);
  });
  check_tree(t);
  new (&self) Tree(std::move(t));
}

// Properties that look straight into an array of the tree.
template <class T>
auto array_of(std::vector<T> Tree::*member) {
  return [member](nb::handle self) { return nodes_view(self, nb::cast<const Tree&>(self).*member); };
}

}  // namespace

void bind_tree(nb::module_& m) {
  nb::class_<Tree>(m, "Tree", "One immutable tree: read-only arrays with one entry per node, root first.")
      .def_prop_ro("node_count", [](const Tree& t) { return t.size(); })
      .def_prop_ro("n_leaves", &count_leaves)
      .def_prop_ro("max_depth", &depth_of)
      .def_prop_ro("n_features", [](const Tree& t) { return t.n_features; })
      .def_prop_ro("n_outputs", [](const Tree& t) { return t.n_outputs; })
      .def_prop_ro("n_classes", [](const Tree& t) { return t.n_classes; })
      .def_prop_ro("kind",
                   [](nb::handle self) {
                     const Tree& t = nb::cast<const Tree&>(self);
                     return view(reinterpret_cast<const std::uint8_t*>(t.kind.data()), {t.size()}, self);
                   })
      .def_prop_ro("feature", array_of(&Tree::feature))
      .def_prop_ro("threshold", array_of(&Tree::threshold))
      .def_prop_ro("first_child", array_of(&Tree::first_child))
      .def_prop_ro("children_left", [](const Tree& t) { return children(t, 0); })
      .def_prop_ro("children_right", [](const Tree& t) { return children(t, 1); })
      .def_prop_ro("missing_go_to_left", array_of(&Tree::missing_left))
      .def_prop_ro("impurity", array_of(&Tree::impurity))
      .def_prop_ro("gain", array_of(&Tree::gain))
      .def_prop_ro("n_node_samples", array_of(&Tree::count))
      .def_prop_ro("weighted_n_node_samples", array_of(&Tree::weight))
      .def_prop_ro("value", [](nb::handle self) { return values(self, nb::cast<const Tree&>(self)); })
      .def("categories_left", &categories_left, nb::arg("node"))
      .def("predict", &predict, nb::arg("table"), nb::arg("n_threads") = 1)
      .def("apply", &apply, nb::arg("table"), nb::arg("n_threads") = 1)
      .def("decision_path", &decision_path, nb::arg("table"))
      .def(
          "feature_importances",
          [](const Tree& t, bool normalize) {
            return to_numpy(importances(t, normalize), {std::size_t{t.n_features}});
          },
          nb::arg("normalize") = true)
      .def("__getstate__", &get_state)
      .def("__setstate__", &set_state);
}

}  // namespace spinney
