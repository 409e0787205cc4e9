// Linear leaves in Python.
#include <algorithm>

#include "common.h"
#include "model/edit.h"
#include "model/tree.h"

namespace spinney {
namespace {

Tree scaled(const Tree& t, double factor) {
  Tree copy = t;
  scale_values(copy, factor);
  return copy;
}

Tree divided(const Tree& t, double divisor) {
  Tree copy = t;
  divide_values(copy, divisor);
  return copy;
}

// The features of the terms of all leaves, ascending.
nb::object leaf_features(const Tree& t) {
  std::vector<std::int32_t> found;
  for (std::size_t i = 0; i < t.size(); ++i)
    for (std::uint32_t k = 0; k < t.set_length[i] && t.is_linear_leaf(i); ++k)
      found.push_back(t.term_feature[t.set_first[i] + k]);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  const std::size_t n = found.size();
  return to_numpy(std::move(found), {n});
}

}  // namespace

void bind_linear_leaves(nb::class_<Tree>& tree) {
  tree.def("scaled", &scaled, nb::arg("factor"))
      .def("divided", &divided, nb::arg("divisor"))
      .def_prop_ro("has_linear_leaves", &has_linear_leaves)
      .def_prop_ro("leaf_features", &leaf_features);
}

}  // namespace spinney
