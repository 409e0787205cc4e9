// How far a tree grows.
#pragma once

#include <algorithm>
#include <cstdint>

#include "grow/feature_draw.h"
#include "model/tree.h"
#include "split/finder.h"

namespace spinney {

struct GrowOptions {
  FinderOptions finder;
  int max_depth = 0;
  std::size_t min_samples_split = 2;
  std::size_t max_leaf_nodes = 0;  // 0: no limit; otherwise the best node is split first
  bool by_level = false;           // then: the uppermost node first instead
  double min_impurity_decrease = 0;
  const FeatureDraw* features = nullptr;            // boosting: what each node looks at
  std::vector<Route> missing_route, unknown_route;  // per feature; empty: all learned
  std::size_t max_surrogates = 0;
  std::uint64_t seed = 0;
  int n_threads = 1;
  bool lazy_root =
      false;  // the root's impurity may follow from the leaves, as that of other nodes does

  Route route(std::uint32_t feature) const {
    return missing_route.empty() ? Route::learned : missing_route[feature];
  }
  Route unknown(std::uint32_t feature) const {
    return unknown_route.empty() ? Route::learned : unknown_route[feature];
  }
  // Whether nodes ask for a number or a category, the score of a split is its gain but for a
  // factor, and each row of a node goes to one of its children. Routes do not matter then.
  bool plain() const { return !features && !finder.compares_gains() && finder.monotone.empty(); }
  // Whether of nodes that may be split no more is found out than growing needs.
  bool allows_lazy_summary(const Targets& targets) const {
    return plain() && !targets.classification() && impurity_is_additive(finder.criterion, targets);
  }
  // Whether rows without a value, and unknown levels, always go where training was better off with
  // them.
  bool routes_are_learned() const {
    const auto learned = [](Route route) { return route == Route::learned; };
    return std::all_of(missing_route.begin(), missing_route.end(), learned) &&
           std::all_of(unknown_route.begin(), unknown_route.end(), learned);
  }
  // Whether some row may have to be in both children of a node, or in none.
  bool may_divide_rows() const {
    for (std::size_t f = 0; f < finder.skip_missing.size(); ++f)
      if (finder.skip_missing[f] &&
          (missing_route[f] == Route::fractional || missing_route[f] == Route::stop))
        return true;
    return false;
  }
};

}  // namespace spinney
