// The options of all growers as Python classes with keyword constructors, and their enums.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "common.h"
#include "grow/boosting_options.h"
#include "train/forest.h"
#include "train/optimal.h"

namespace spinney {
namespace {

// A Python integer of any size; larger ones become `max`.
long long to_count(nb::handle value, long long max) {
  const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
  if (!index.is_valid()) throw nb::python_error();
  int overflow = 0;
  const long long count = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  require(count >= 0 || overflow > 0, "an option that counts must not be negative");
  return overflow > 0 ? max : std::min(count, max);
}

// A class whose constructor sets attributes by keyword arguments.
template <class T, class... Base>
class OptionClass {
 public:
  OptionClass(nb::module_& m, const char* name, const char* doc) : class_(m, name, doc) {
    class_.def("__init__", &construct, nb::arg("options"));
  }

  template <class C, class V>
  OptionClass& value(const char* name, V C::*member) {
    class_.def_rw(name, member);
    return *this;
  }
  // A count that no number of rows or nodes exceeds.
  template <class C, class V>
  OptionClass& count(const char* name, V C::*member) {
    constexpr long long kMax = sizeof(V) > 4 ? 1LL << 32 : std::numeric_limits<int>::max();
    class_.def_prop_rw(
        name, [member](const T& o) { return o.*member; },
        [member](T& o, nb::handle v) { o.*member = static_cast<V>(to_count(v, kMax)); });
    return *this;
  }
  // A maximum; None is no limit.
  template <class C, class V>
  OptionClass& limit(const char* name, V C::*member) {
    class_.def_prop_rw(
        name,
        [member](const T& o) {
          return o.*member >= V{kNoLimit} ? std::nullopt : std::optional<V>(o.*member);
        },
        [member](T& o, nb::handle v) {
          if (v.is_none())
            o.*member = kNoLimit;
          else if constexpr (std::is_integral_v<V>)
            o.*member = static_cast<V>(to_count(v, kNoLimit));
          else
            o.*member = nb::cast<V>(v);
        },
        nb::for_setter(nb::arg("value").none()));
    return *this;
  }
  // A list; None is the empty one.
  template <class C, class V>
  OptionClass& list(const char* name, std::vector<V> C::*member) {
    using List = std::optional<std::vector<V>>;
    class_.def_prop_rw(
        name, [member](const T& o) { return (o.*member).empty() ? List() : List(o.*member); },
        [member](T& o, List v) { o.*member = std::move(v).value_or(std::vector<V>()); },
        nb::for_setter(nb::arg("value").none()));
    return *this;
  }
  // A part of the penalty of boosting.
  OptionClass& penalty(const char* name, double NewtonPenalty::*member) {
    class_.def_prop_rw(
        name, [member](const T& o) { return o.penalty.*member; },
        [member](T& o, double v) { o.penalty.*member = v; });
    return *this;
  }
  // Tuples (feature, threshold, left, right).
  OptionClass& forced_splits() {
    using Parts = std::tuple<std::uint32_t, double, std::int32_t, std::int32_t>;
    class_.def_prop_rw(
        "forced_splits",
        [](const T& o) {
          std::vector<Parts> all;
          for (const ForcedSplit& s : o.forced_splits)
            all.emplace_back(s.feature, s.threshold, s.left, s.right);
          return all;
        },
        [](T& o, const std::optional<std::vector<Parts>>& given) {
          o.forced_splits.clear();
          for (const auto& [feature, threshold, left, right] : given.value_or(std::vector<Parts>()))
            o.forced_splits.push_back({feature, threshold, left, right});
        },
        nb::for_setter(nb::arg("value").none()));
    return *this;
  }
  OptionClass& threads() {
    class_.def_prop_rw(
        "n_threads", [](const T& o) { return o.n_threads; },
        [](T& o, int n) { o.n_threads = std::max(1, n); });
    return *this;
  }

 private:
  static void construct(nb::pointer_and_handle<T> self, const nb::kwargs& options) {
    new (self.p) T();
    nb::inst_mark_ready(self.h);
    for (const auto& [name, value] : options) {
      const nb::handle type = self.h.type();
      if (!nb::hasattr(type, name))
        throw nb::type_error((nb::cast<std::string>(type.attr("__name__")) + " has no option '" +
                              nb::cast<std::string>(name) + "'")
                                 .c_str());
      nb::setattr(self.h, name, value);
    }
  }

  nb::class_<T, Base...> class_;
};

void bind_enums(nb::module_& m) {
  nb::enum_<SplitKind>(m, "SplitKind")
      .value("binary", SplitKind::binary)
      .value("multiway", SplitKind::multiway)
      .value("oblique", SplitKind::oblique)
      .value("sphere", SplitKind::sphere)
      .value("pca", SplitKind::pca);
  nb::enum_<NodeKind>(m, "NodeKind", nb::is_arithmetic())
      .value("leaf", NodeKind::leaf)
      .value("number", NodeKind::number)
      .value("category", NodeKind::category)
      .value("intervals", NodeKind::intervals)
      .value("levels", NodeKind::levels)
      .value("linear", NodeKind::linear)
      .value("sphere", NodeKind::sphere);
  nb::enum_<MissingRoute>(m, "MissingRoute", nb::is_arithmetic())
      .value("learned", MissingRoute::learned)
      .value("surrogate", MissingRoute::surrogate)
      .value("fractional", MissingRoute::fractional)
      .value("stop", MissingRoute::stop)
      .value("majority", MissingRoute::majority);
  nb::enum_<GrowthPolicy>(m, "GrowthPolicy")
      .value("leaf", GrowthPolicy::leaf)
      .value("level", GrowthPolicy::level)
      .value("symmetric", GrowthPolicy::symmetric);
  nb::enum_<BoostingAlgorithm>(m, "BoostingAlgorithm")
      .value("newton", BoostingAlgorithm::newton)
      .value("classic", BoostingAlgorithm::classic);
}

template <class Class, class T>
void bind_shared(Class& options, const T*) {
  options.limit("max_depth", &T::max_depth)
      .limit("max_leaf_nodes", &T::max_leaf_nodes)
      .count("min_samples_leaf", &T::min_samples_leaf)
      .list("missing_routes", &T::missing_routes)
      .list("unknown_routes", &T::unknown_routes)
      .threads();
}

void bind_tree_options(nb::module_& m) {
  using O = TreeOptions;
  OptionClass<O> options(m, "TreeOptions", "Options of a tree.");
  bind_shared(options, static_cast<O*>(nullptr));
  options.value("criterion", &O::criterion)
      .list("split_kinds", &O::split_kinds)
      .count("n_buckets", &O::n_buckets)
      .count("n_projections", &O::n_projections)
      .limit("max_features", &O::max_features)
      .value("random_thresholds", &O::random_thresholds)
      .list("monotonic", &O::monotonic)
      .limit("max_bins", &O::max_bins)
      .count("min_samples_split", &O::min_samples_split)
      .value("min_weight_leaf", &O::min_weight_leaf)
      .value("min_impurity_decrease", &O::min_impurity_decrease)
      .count("max_surrogates", &O::max_surrogates)
      .count("max_competitors", &O::max_competitors)
      .value("seed", &O::seed);
  using F = ForestOptions;
  OptionClass<F, TreeOptions>(m, "ForestOptions", "Options of the trees of a forest.")
      .limit("features_per_tree", &F::features_per_tree)
      .value("min_weight_fraction_leaf", &F::min_weight_fraction_leaf)
      .value("balance_classes", &F::balance_classes)
      .value("ccp_alpha", &F::ccp_alpha);
}

void bind_boosting_options(nb::module_& m) {
  using O = BoostingOptions;
  OptionClass<O> options(m, "BoostingOptions", "Options of gradient boosting and of its trees.");
  bind_shared(options, static_cast<O*>(nullptr));
  options.value("algorithm", &O::algorithm)
      .value("growth", &O::growth)
      .limit("max_bins", &O::max_bins)
      .value("vector_leaves", &O::vector_leaves)
      .value("max_channels", &O::max_channels)
      .value("sparse_bins", &O::sparse_bins)
      .value("quantize", &O::quantize)
      .value("max_histogram_bytes", &O::max_histogram_bytes)
      .value("n_boosters", &O::n_boosters)
      .count("min_samples_split", &O::min_samples_split)
      .value("min_child_weight", &O::min_child_weight)
      .penalty("reg_lambda", &NewtonPenalty::l2)
      .penalty("reg_alpha", &NewtonPenalty::l1)
      .penalty("max_delta_step", &NewtonPenalty::max_step)
      .count("leaf_steps", &O::leaf_steps)
      .list("linear_features", &O::linear_features)
      .value("linear_lambda", &O::linear_lambda)
      .value("gamma", &O::gamma)
      .value("min_weight_fraction_leaf", &O::min_weight_fraction_leaf)
      .value("min_impurity_decrease", &O::min_impurity_decrease)
      .value("ccp_alpha", &O::ccp_alpha)
      .value("extra_trees", &O::extra_trees)
      .value("subsample", &O::subsample)
      .count("subsample_freq", &O::subsample_freq)
      .value("goss", &O::goss)
      .value("top_rate", &O::top_rate)
      .value("other_rate", &O::other_rate)
      .value("colsample_bytree", &O::colsample_bytree)
      .value("colsample_bylevel", &O::colsample_bylevel)
      .value("colsample_bynode", &O::colsample_bynode)
      .list("feature_weights", &O::feature_weights)
      .list("monotonic", &O::monotonic)
      .list("interactions", &O::interactions)
      .forced_splits()
      .value("cat_smooth", &O::cat_smooth)
      .value("cat_l2", &O::cat_l2)
      .value("min_samples_category", &O::min_samples_category)
      .count("max_onehot", &O::max_onehot)
      .count("max_surrogates", &O::max_surrogates)
      .value("seed", &O::seed);
}

void bind_optimal_options(nb::module_& m) {
  using O = OptimalOptions;
  OptionClass<O> options(m, "OptimalOptions", "Options of the search for an optimal tree.");
  bind_shared(options, static_cast<O*>(nullptr));
  options.value("min_weight_fraction_leaf", &O::min_weight_fraction_leaf)
      .value("leaf_penalty", &O::leaf_penalty)
      .limit("max_thresholds", &O::max_thresholds)
      .limit("time_limit", &O::time_limit);
}

}  // namespace

void bind_options(nb::module_& m) {
  bind_enums(m);
  bind_tree_options(m);
  bind_boosting_options(m);
  bind_optimal_options(m);
}

}  // namespace spinney
