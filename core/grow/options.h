// Options of a tree grown by splitting nodes on encoded columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "grow/feature_draw.h"
#include "model/tree.h"
#include "split/finder.h"

namespace spinney {

// Whether an option with an entry per feature has the right length; empty stands for its default.
template <class T>
void require_per_feature(const std::vector<T>& option, std::size_t n_features, const char* name) {
  if (!option.empty() && option.size() != n_features)
    throw InvalidArgument(std::string(name) + " must have an entry per feature");
}

// Routing of missing values and unknown categories, per feature; empty: all learned.
struct RouteOptions {
  std::vector<MissingRoute> missing_routes, unknown_routes;
  std::size_t max_surrogates = 0;  // of a split on a feature with the route `surrogate`

  MissingRoute missing_route(std::uint32_t feature) const {
    return missing_routes.empty() ? MissingRoute::learned : missing_routes[feature];
  }
  MissingRoute unknown_route(std::uint32_t feature) const {
    return unknown_routes.empty() ? MissingRoute::learned : unknown_routes[feature];
  }
  bool routes_are_learned() const {
    const auto learned = [](MissingRoute route) { return route == MissingRoute::learned; };
    return std::all_of(missing_routes.begin(), missing_routes.end(), learned) &&
           std::all_of(unknown_routes.begin(), unknown_routes.end(), learned);
  }
  void check_routes(std::size_t n_features) const {
    require_per_feature(missing_routes, n_features, "missing_routes");
    require_per_feature(unknown_routes, n_features, "unknown_routes");
  }
};

struct TreeOptions : FinderOptions, RouteOptions {
  std::uint32_t max_bins = kNoLimit;  // no limit: every distinct value can be a threshold
  double min_impurity_decrease = 0;
  std::uint64_t seed = 0;
  int n_threads = 1;

  // Set by training, not by the user.
  bool level_wise = false;                    // with max_leaf_nodes: by level, not by gain
  const FeatureDraw* feature_draw = nullptr;  // boosting: the features of each node
  bool lazy_root = false;  // the root's impurity may be derived from the leaves, too

  // Whether splits are binary, a split's score is its gain up to a constant factor, and each row
  // of a node goes to exactly one child (whatever the routes).
  bool plain() const { return !feature_draw && !reports_gains() && monotonic.empty(); }
  // Whether nodes that may be split get only the statistics that growing needs.
  bool allows_lazy_summary(const Targets& targets) const {
    return plain() && !targets.classification() && impurity_is_additive(criterion, targets);
  }
  // Whether a row may have to be in both children of a node, or in none.
  bool may_divide_rows() const {
    for (std::size_t f = 0; f < skip_missing.size(); ++f)
      if (skip_missing[f] && (missing_routes[f] == MissingRoute::fractional ||
                              missing_routes[f] == MissingRoute::stop))
        return true;
    return false;
  }
};

}  // namespace spinney
