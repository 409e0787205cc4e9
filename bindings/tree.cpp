// Trees in Python: their arrays, splits, prediction and pruning.
#include "model/tree.h"

#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "common.h"
#include "model/builder.h"
#include "model/prune.h"
#include "predict/interpreter.h"
#include "values.h"

namespace spinney {

nb::dict get_state(const Tree& t);
void set_state(Tree& self, const nb::dict& state);
void bind_linear_leaves(nb::class_<Tree>& tree);

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
  std::size_t largest = 1;
  for (const auto k : t.n_classes) largest = std::max<std::size_t>(largest, k);
  return largest;
}

bool needs_padding(const Tree& t) {
  for (const auto k : t.n_classes)
    if (k != max_classes(t)) return true;
  return false;
}

nb::object values(nb::handle self, const Tree& t) {
  const std::size_t width = max_classes(t);
  if (!needs_padding(t))
    return view(t.value.data(), {t.size(), std::size_t{t.n_outputs}, width}, self);
  return shaped_values(t, t.value, t.size());
}

void check_columns(const Tree& tree, const PyTable& t) {
  require(t.table.columns.size() == tree.n_features,
          "the table and the tree differ in the number of features");
}

nb::object predict(const Tree& tree, const PyTable& t, int n_threads) {
  check_columns(tree, t);
  Interrupt interrupt = python_interrupt();
  const std::size_t n = t.table.n_rows;
  std::vector<double> out(n * tree.value_width());
  run_released([&] { predict_values(tree, t.table, n_threads, interrupt, out.data()); });
  return shaped_values(tree, std::move(out), n);
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

nb::object levels(const Tree& t, std::uint32_t first, std::uint32_t length,
                  bool (*keep)(bool left, bool seen)) {
  std::vector<std::int32_t> found;
  for (std::uint32_t level = 0; level < length * 64; ++level)
    if (keep(t.in_set(first, length, level), t.in_set(first + length, length, level)))
      found.push_back(static_cast<std::int32_t>(level));
  const std::size_t n = found.size();
  return to_numpy(std::move(found), {n});
}

std::size_t check_node(const Tree& t, std::int64_t node) {
  require(node >= 0 && node < static_cast<std::int64_t>(t.size()), "there is no such node");
  return static_cast<std::size_t>(node);
}

bool goes_left(bool left, bool) { return left; }
bool goes_right(bool left, bool seen) { return seen && !left; }
bool is_seen(bool, bool seen) { return seen; }

nb::object node_levels(const Tree& t, std::int64_t number, bool (*keep)(bool left, bool seen)) {
  const std::size_t node = check_node(t, number);
  return levels(t, t.set_first[node], t.kind[node] == NodeKind::category ? t.set_length[node] : 0,
                keep);
}

// The node's range of a pool; empty if its kind does not use the pool.
template <class T>
nb::object pool_part(const Tree& t, std::size_t node, bool has_one, const std::vector<T>& pool) {
  const auto first = pool.begin() + (has_one ? t.set_first[node] : 0);
  std::vector<T> part(first, first + (has_one ? t.set_length[node] : 0));
  const std::size_t n = part.size();
  return to_numpy(std::move(part), {n});
}

nb::object cuts(const Tree& t, std::int64_t number) {
  const std::size_t node = check_node(t, number);
  return pool_part(t, node, t.kind[node] == NodeKind::intervals, t.cuts);
}

nb::object level_children(const Tree& t, std::int64_t number) {
  const std::size_t node = check_node(t, number);
  return pool_part(t, node, t.kind[node] == NodeKind::levels, t.level_child);
}

nb::tuple terms(const Tree& t, std::int64_t number) {
  const std::size_t node = check_node(t, number);
  const bool has = t.is_multivariate(node) || t.is_linear_leaf(node);
  return nb::make_tuple(
      pool_part(t, node, has, t.term_feature), pool_part(t, node, has, t.term_factor),
      pool_part(t, node, has, t.term_center), pool_part(t, node, has, t.term_share));
}

nb::object missing_go_left(const Tree& t) {
  std::vector<std::uint8_t> left(t.size());
  for (std::size_t i = 0; i < t.size(); ++i)
    left[i] = t.kind[i] != NodeKind::leaf && t.missing_child[i] == 0;
  const std::size_t n = left.size();
  return to_numpy(std::move(left), {n});
}

// A surrogate or competitor in Python.
struct PyAlternative {
  std::int32_t feature;
  double threshold;
  bool above_left;
  nb::object categories_left, categories_right;
  double score, adjusted;
};

std::vector<PyAlternative> alternatives(const Tree& t, const Alternatives& a, std::int64_t number) {
  const std::size_t node = check_node(t, number);
  std::vector<PyAlternative> list;
  for (auto k = a.begin(node); k < a.end(node); ++k)
    list.push_back({a.feature[k], a.threshold[k], a.above_left[k] != 0,
                    levels(t, a.set_first[k], a.set_length[k], goes_left),
                    levels(t, a.set_first[k], a.set_length[k], goes_right), a.score[k],
                    a.adjusted[k]});
  return list;
}

nb::object routes(const Tree& t, const std::vector<MissingRoute>& routes) {
  std::vector<std::uint8_t> codes(t.n_features);
  for (std::size_t f = 0; f < routes.size(); ++f) codes[f] = static_cast<std::uint8_t>(routes[f]);
  return to_numpy(std::move(codes), {std::size_t{t.n_features}});
}

using Mask = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

Tree prune(const Tree& t, const Mask& collapse) {
  require(collapse.shape(0) == t.size(), "collapse must have an entry per node");
  return copy_tree(t, std::vector<bool>(collapse.data(), collapse.data() + t.size()));
}

nb::tuple find_weakest_links(const Tree& t, const Numbers& risk) {
  const std::vector<double> costs(risk.data(), risk.data() + risk.shape(0));
  WeakestLinks links = run_released([&] { return weakest_links(t, costs); });
  const std::size_t n_steps = links.alpha.size();
  return nb::make_tuple(to_numpy(std::move(links.alpha), {n_steps}),
                        to_numpy(std::move(links.total_risk), {n_steps}),
                        to_numpy(std::move(links.node_alpha), {t.size()}));
}

Tree with_values(const Tree& t, const Values& value) {
  const std::size_t width = max_classes(t);
  require(value.shape(0) == t.size() && value.shape(1) == t.n_outputs && value.shape(2) == width,
          "value must have the shape of the tree's values");
  Tree copy = t;
  copy.value.clear();
  for (std::size_t i = 0; i < t.size() * t.n_outputs; ++i) {
    const std::size_t n = t.n_classes.empty() ? 1 : t.n_classes[i % t.n_outputs];
    copy.value.insert(copy.value.end(), value.data() + i * width, value.data() + i * width + n);
  }
  return copy;
}

nb::object absent_use(const Tree& tree, const PyTable& t) {
  check_columns(tree, t);
  Interrupt interrupt = python_interrupt();
  auto counts = run_released([&] { return count_absent(tree, t.table, interrupt); });
  return to_numpy(std::move(counts), {tree.size(), std::size_t{2}});
}

// A property that returns a view of an array of the tree; an empty one is a statistic.
template <class T>
auto array_of(std::vector<T> Tree::*member) {
  return [member](nb::handle self) {
    const Tree& tree = nb::cast<const Tree&>(self);
    if ((tree.*member).empty()) check_statistics(tree);
    return nodes_view(self, tree.*member);
  };
}

}  // namespace

void bind_tree(nb::module_& m) {
  nb::class_<PyAlternative>(m, "Alternative", "A surrogate or a competitor of a node's split.")
      .def_ro("feature", &PyAlternative::feature)
      .def_ro("threshold", &PyAlternative::threshold)
      .def_ro("above_left", &PyAlternative::above_left)
      .def_ro("categories_left", &PyAlternative::categories_left)
      .def_ro("categories_right", &PyAlternative::categories_right)
      .def_ro("score", &PyAlternative::score)
      .def_ro("adjusted", &PyAlternative::adjusted);
  nb::class_<Tree> tree(
      m, "Tree", "One immutable tree: read-only arrays with one entry per node, root first.");
  bind_linear_leaves(tree);
  tree.def_prop_ro("node_count", [](const Tree& t) { return t.size(); })
      .def_prop_ro("n_leaves", &count_leaves)
      .def_prop_ro("max_depth", &depth_of)
      .def_prop_ro("n_features", [](const Tree& t) { return t.n_features; })
      .def_prop_ro("n_outputs", [](const Tree& t) { return t.n_outputs; })
      .def_prop_ro("n_classes", [](const Tree& t) { return t.n_classes; })
      .def_prop_ro("kind",
                   [](nb::handle self) {
                     const Tree& t = nb::cast<const Tree&>(self);
                     return view(reinterpret_cast<const std::uint8_t*>(t.kind.data()), {t.size()},
                                 self);
                   })
      .def_prop_ro("feature", array_of(&Tree::feature))
      .def_prop_ro("threshold", array_of(&Tree::threshold))
      .def_prop_ro("first_child", array_of(&Tree::first_child))
      .def_prop_ro("children_left", [](const Tree& t) { return children(t, 0); })
      .def_prop_ro("children_right", [](const Tree& t) { return children(t, 1); })
      .def_prop_ro("n_children", array_of(&Tree::n_children))
      .def_prop_ro("missing_child", array_of(&Tree::missing_child))
      .def_prop_ro("missing_go_to_left", &missing_go_left)
      .def_prop_ro("impurity", array_of(&Tree::impurity))
      .def_prop_ro("gain", array_of(&Tree::gain))
      .def_prop_ro("n_node_samples", array_of(&Tree::count))
      .def_prop_ro("weighted_n_node_samples", array_of(&Tree::weight))
      .def_prop_ro("value",
                   [](nb::handle self) { return values(self, nb::cast<const Tree&>(self)); })
      .def(
          "categories_left",
          [](const Tree& t, std::int64_t node) { return node_levels(t, node, goes_left); },
          nb::arg("node"))
      .def(
          "categories_seen",
          [](const Tree& t, std::int64_t node) { return node_levels(t, node, is_seen); },
          nb::arg("node"))
      .def("cuts", &cuts, nb::arg("node"))
      .def("level_children", &level_children, nb::arg("node"))
      .def("terms", &terms, nb::arg("node"))
      .def_prop_ro("missing_route", [](const Tree& t) { return routes(t, t.missing_route); })
      .def_prop_ro("unknown_route", [](const Tree& t) { return routes(t, t.unknown_route); })
      .def(
          "surrogates",
          [](const Tree& t, std::int64_t node) { return alternatives(t, t.surrogates, node); },
          nb::arg("node"))
      .def(
          "competitors",
          [](const Tree& t, std::int64_t node) { return alternatives(t, t.competitors, node); },
          nb::arg("node"))
      .def_prop_ro("has_statistics", &Tree::has_statistics)
      .def("compact", &without_statistics)
      .def("prune", &prune, nb::arg("collapse"))
      .def("weakest_links", &find_weakest_links, nb::arg("risk"))
      .def("impurity_risks", [](const Tree& t) { return to_numpy(impurity_risks(t), {t.size()}); })
      .def("with_values", &with_values, nb::arg("value"))
      .def("absent_use", &absent_use, nb::arg("table"))
      .def("predict", &predict, nb::arg("table"), nb::arg("n_threads") = 1)
      .def("apply", &apply, nb::arg("table"), nb::arg("n_threads") = 1)
      .def("decision_path", &decision_path, nb::arg("table"))
      .def(
          "feature_importances",
          [](const Tree& t, bool normalize, bool surrogates) {
            check_statistics(t);
            return to_numpy(importances(t, normalize, surrogates), {std::size_t{t.n_features}});
          },
          nb::arg("normalize") = true, nb::arg("surrogates") = false)
      .def("__getstate__", &get_state)
      .def("__setstate__", &set_state);
}

}  // namespace spinney
