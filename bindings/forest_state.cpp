// A forest as a dict of arrays and back, for pickling. Arrays of all packed trees are concatenated.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <ranges>
#include <string>

#include "base/error.h"
#include "common.h"
#include "model/forest.h"

namespace spinney {
namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
nb::object copied(const std::vector<T>& array) {
  return to_numpy(array, {array.size()});
}

template <class T>
std::vector<T> restored(const nb::dict& state, const std::string& name) {
  const auto array = nb::cast<Array<T>>(state[name.c_str()]);
  return {array.data(), array.data() + array.size()};
}

std::vector<std::uint8_t> route_codes(const std::vector<MissingRoute>& routes) {
  std::vector<std::uint8_t> codes;
  for (const MissingRoute route : routes) codes.push_back(static_cast<std::uint8_t>(route));
  return codes;
}

// Concatenated arrays of all packed trees, and their lengths.
template <class T>
struct Pooled {
  std::vector<T> items;
  std::vector<std::uint64_t> lengths;

  template <class Range>
  void append(const Range& range) {
    items.insert(items.end(), range.begin(), range.end());
    lengths.push_back(range.size());
  }
  void save(nb::dict& state, const std::string& name) {
    state[name.c_str()] = copied(items);
    state[(name + "_lengths").c_str()] = copied(lengths);
  }
};

// Returns the arrays saved by Pooled::save(), tree by tree.
template <class T>
class Parts {
 public:
  Parts(const nb::dict& state, const std::string& name, std::size_t n_trees)
      : items_(restored<T>(state, name)),
        lengths_(restored<std::uint64_t>(state, name + "_lengths")) {
    std::uint64_t rest = items_.size();
    for (const auto length : lengths_) {
      require(length <= rest, "the arrays of a forest are too short");
      rest -= length;
    }
    require(rest == 0 && lengths_.size() == n_trees, "the arrays of a forest do not fit its trees");
  }
  std::vector<T> next() {
    const auto begin = items_.begin() + static_cast<std::ptrdiff_t>(done_);
    done_ += lengths_[tree_];
    return {begin, begin + static_cast<std::ptrdiff_t>(lengths_[tree_++])};
  }

 private:
  std::vector<T> items_;
  std::vector<std::uint64_t> lengths_;
  std::size_t tree_ = 0, done_ = 0;
};

std::vector<PackedTree> restore_packed(const nb::dict& state, const Tree& shape, std::size_t n) {
  std::vector<PackedTree> trees(n);
  Parts<double> thresholds(state, "threshold", n);
  Parts<std::uint32_t> feature_and_flags_parts(state, "feature_and_flags", n);
  for (PackedTree& tree : trees) {
    const auto threshold = thresholds.next();
    const auto feature_and_flags = feature_and_flags_parts.next();
    require(threshold.size() == feature_and_flags.size(), "the arrays of a tree differ in length");
    tree.splits.resize(threshold.size());
    for (std::size_t k = 0; k < threshold.size(); ++k)
      tree.splits[k] = {threshold[k], feature_and_flags[k], 0};
    set_ranks(tree.splits);
  }
  each_packed_array([&]<class T>(const char* name, std::vector<T> PackedTree::*array) {
    Parts<T> parts(state, name, n);
    for (PackedTree& tree : trees) tree.*array = parts.next();
  });
  for (const PackedTree& tree : trees) check_packed(tree, shape);
  return trees;
}

std::vector<MissingRoute> restore_routes(const nb::dict& state, const char* name,
                                         std::size_t n_features) {
  std::vector<MissingRoute> routes;
  for (const auto code : restored<std::uint8_t>(state, name)) {
    require(code <= static_cast<std::uint8_t>(MissingRoute::majority),
            "the forest has an unknown route");
    routes.push_back(static_cast<MissingRoute>(code));
  }
  require(routes.empty() || routes.size() == n_features, "the forest needs a route per feature");
  return routes;
}

Tree restore_shape(const nb::dict& state) {
  Tree shape;
  shape.n_features = nb::cast<std::uint32_t>(state["n_features"]);
  shape.n_outputs = nb::cast<std::uint32_t>(state["n_outputs"]);
  shape.n_classes = nb::cast<std::vector<std::uint32_t>>(state["n_classes"]);
  check_outputs(shape);
  shape.missing_route = restore_routes(state, "missing_route", shape.n_features);
  shape.unknown_route = restore_routes(state, "unknown_route", shape.n_features);
  return shape;
}

}  // namespace

nb::dict get_state(const Forest& forest) {
  for (std::size_t i = 0; i < forest.size(); ++i)
    require(!forest.shares(i), "a smoothed forest is made from the one that is saved");
  const Tree& shape = forest.shape();
  nb::dict state;
  state["n_features"] = shape.n_features;
  state["n_outputs"] = shape.n_outputs;
  state["n_classes"] = shape.n_classes;
  state["missing_route"] = copied(route_codes(shape.missing_route));
  state["unknown_route"] = copied(route_codes(shape.unknown_route));
  nb::list whole;  // trees that are not packed; None for packed ones
  std::vector<const PackedTree*> packed;
  for (std::size_t i = 0; i < forest.size(); ++i) {
    whole.append(forest.whole(i) ? nb::cast(*forest.whole(i)) : nb::none());
    if (forest.packed(i)) packed.push_back(forest.packed(i));
  }
  state["whole"] = whole;
  Pooled<double> threshold;
  Pooled<std::uint32_t> feature_and_flags;
  for (const PackedTree* tree : packed) {
    threshold.append(tree->splits | std::views::transform(&PackedSplit::threshold));
    feature_and_flags.append(tree->splits | std::views::transform(&PackedSplit::feature_and_flags));
  }
  threshold.save(state, "threshold");
  feature_and_flags.save(state, "feature_and_flags");
  each_packed_array([&]<class T>(const char* name, std::vector<T> PackedTree::*array) {
    Pooled<T> pooled;
    for (const PackedTree* tree : packed) pooled.append(tree->*array);
    pooled.save(state, name);
  });
  return state;
}

void set_state(Forest& self, const nb::dict& state) {
  Forest forest(restore_shape(state));
  const auto whole = nb::cast<std::vector<nb::object>>(state["whole"]);
  const auto n_packed =
      std::count_if(whole.begin(), whole.end(), [](const nb::object& t) { return t.is_none(); });
  std::vector<PackedTree> packed =
      restore_packed(state, forest.shape(), static_cast<std::size_t>(n_packed));
  std::size_t next = 0;
  for (const nb::object& tree : whole) {
    if (tree.is_none()) {
      forest.add(std::move(packed[next++]));
    } else {
      forest.require_shape_of(nb::cast<const Tree&>(tree));
      forest.add(nb::cast<const Tree&>(tree));
    }
  }
  new (&self) Forest(std::move(forest));
}

}  // namespace spinney
