// A tree as a dict of arrays and back, for pickling.
#include <nanobind/stl/string.h>

#include <string>
#include <type_traits>

#include "common.h"
#include "model/tree.h"

namespace spinney {
namespace {

template <class AlternativesType, class F>
void each_alternative_array(const std::string& prefix, AlternativesType& a, F&& f) {
  f(prefix + "first", a.first);
  f(prefix + "count", a.count);
  f(prefix + "kind", a.kind);
  f(prefix + "feature", a.feature);
  f(prefix + "threshold", a.threshold);
  f(prefix + "above_left", a.above_left);
  f(prefix + "score", a.score);
  f(prefix + "adjusted", a.adjusted);
  f(prefix + "set_first", a.set_first);
  f(prefix + "set_length", a.set_length);
}

// Calls f(name, array) for every array of the tree, for saving and restoring.
template <class TreeType, class F>
void each_array(TreeType& t, F&& f) {
  f("kind", t.kind);
  f("n_classes", t.n_classes);
  f("feature", t.feature);
  f("threshold", t.threshold);
  f("first_child", t.first_child);
  f("n_children", t.n_children);
  f("missing_child", t.missing_child);
  f("impurity", t.impurity);
  f("gain", t.gain);
  f("weight", t.weight);
  f("count", t.count);
  f("value", t.value);
  f("set_first", t.set_first);
  f("set_length", t.set_length);
  f("set_words", t.set_words);
  f("cuts", t.cuts);
  f("level_child", t.level_child);
  f("term_feature", t.term_feature);
  f("term_factor", t.term_factor);
  f("term_centre", t.term_centre);
  f("term_share", t.term_share);
  f("missing_route", t.missing_route);
  f("unknown_route", t.unknown_route);
  each_alternative_array("surrogate_", t.surrogates, f);
  each_alternative_array("competitor_", t.competitors, f);
}

// Enumerations are stored as bytes.
template <class T>
using Stored = std::conditional_t<std::is_enum_v<T>, std::uint8_t, T>;

}  // namespace

nb::dict get_state(const Tree& t) {
  nb::dict state;
  state["n_features"] = t.n_features;
  state["n_outputs"] = t.n_outputs;
  each_array(t, [&]<class T>(const std::string& name, const std::vector<T>& array) {
    std::vector<Stored<T>> stored;
    for (const T& x : array) stored.push_back(static_cast<Stored<T>>(x));
    state[name.c_str()] = to_numpy(std::move(stored), {array.size()});
  });
  return state;
}

void set_state(Tree& self, const nb::dict& state) {
  Tree t;
  t.n_features = nb::cast<std::uint32_t>(state["n_features"]);
  t.n_outputs = nb::cast<std::uint32_t>(state["n_outputs"]);
  each_array(t, [&]<class T>(const std::string& name, std::vector<T>& array) {
    using Array = nb::ndarray<const Stored<T>, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    const auto stored = nb::cast<Array>(state[name.c_str()]);
    for (std::size_t i = 0; i < stored.shape(0); ++i) array.push_back(static_cast<T>(stored.data()[i]));
  });
  check_tree(t);
  new (&self) Tree(std::move(t));
}

}  // namespace spinney
