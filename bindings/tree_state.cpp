// A tree as a dict of arrays and back, for pickling and model files.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <type_traits>

#include "common.h"
#include "model/tree.h"
#include "model/tree_arrays.h"

namespace spinney {
namespace {

// Enums are stored as bytes.
template <class T>
using Stored = std::conditional_t<std::is_enum_v<T>, std::uint8_t, T>;

template <class To, class From>
std::vector<To> converted(const From* data, std::size_t n) {
  std::vector<To> result(n);
  std::transform(data, data + n, result.begin(), [](From x) { return static_cast<To>(x); });
  return result;
}

}  // namespace

nb::dict get_state(const Tree& t) {
  nb::dict state;
  state["n_features"] = t.n_features;
  state["n_outputs"] = t.n_outputs;
  each_tree_array(t, [&]<class T>(const std::string& name, const std::vector<T>& array) {
    state[name.c_str()] =
        to_numpy(converted<Stored<T>>(array.data(), array.size()), {array.size()});
  });
  return state;
}

void set_state(Tree& self, const nb::dict& state) {
  Tree t;
  t.n_features = nb::cast<std::uint32_t>(state["n_features"]);
  t.n_outputs = nb::cast<std::uint32_t>(state["n_outputs"]);
  each_tree_array(t, [&]<class T>(const std::string& name, std::vector<T>& array) {
    using Array = nb::ndarray<const Stored<T>, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
    const auto stored = nb::cast<Array>(state[name.c_str()]);
    array = converted<T>(stored.data(), stored.shape(0));
  });
  check_tree(t);
  new (&self) Tree(std::move(t));
}

}  // namespace spinney
