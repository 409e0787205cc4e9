// Sampling of features per tree, level and node.
#include "grow/feature_draw.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace spinney {
namespace {

using Features = std::vector<std::uint32_t>;

// Moves `wanted` features to the front, drawn one after the other in proportion to their weights:
// those with the smallest exponential variates of rate `weight` (Efraimidis and Spirakis, 2006).
void draw_weighted(Features& from, std::size_t wanted, const std::vector<double>& weights,
                   std::uint64_t key) {
  std::vector<std::pair<double, std::uint32_t>> arrivals;
  for (const std::uint32_t f : from) {
    Random random(derive_key(key, f));
    arrivals.emplace_back(-std::log1p(-random.uniform()) / weights[f], f);
  }
  std::sort(arrivals.begin(), arrivals.end());
  for (std::size_t i = 0; i < wanted; ++i) from[i] = arrivals[i].second;
}

bool holds(const Features& set, std::uint32_t f) {
  return std::find(set.begin(), set.end(), f) != set.end();
}

}  // namespace

// Draws a share of the features, at least one, in ascending order.
Features FeatureDraw::draw(Features from, double share, std::uint64_t key) const {
  if (share >= 1 || from.empty()) return from;
  const auto n = from.size();
  const auto wanted = std::clamp<std::size_t>(
      static_cast<std::size_t>(std::lround(share * static_cast<double>(n))), 1, n);
  if (!options_.feature_weights.empty()) {
    draw_weighted(from, wanted, options_.feature_weights, key);
  } else {
    Random random(key);
    for (std::size_t i = 0; i < wanted; ++i)
      std::swap(from[i], from[i + random.below(static_cast<std::uint32_t>(n - i))]);
  }
  from.resize(wanted);
  std::sort(from.begin(), from.end());
  return from;
}

FeatureDraw::FeatureDraw(const FeatureDrawOptions& options, std::size_t n_features,
                         std::uint64_t tree_key)
    : options_(options), n_features_(n_features), key_(derive_key(tree_key, 1)) {
  Features all(n_features);
  std::iota(all.begin(), all.end(), 0u);
  of_tree_ = draw(std::move(all), options.colsample_bytree, key_);
}

Features FeatureDraw::of_node(int depth, std::uint64_t node_key, const Features& path) const {
  Features chosen = draw(of_tree_, options_.colsample_bylevel,
                         derive_key(key_, static_cast<std::uint64_t>(depth) + 1));
  if (!options_.interactions.empty()) {
    // A feature is allowed if some set contains it and all features of the path.
    std::vector<bool> allowed(n_features_);
    for (const Features& set : options_.interactions)
      if (std::all_of(path.begin(), path.end(), [&](auto f) { return holds(set, f); }))
        for (const std::uint32_t f : set) allowed[f] = true;
    std::erase_if(chosen, [&](std::uint32_t f) { return !allowed[f]; });
  }
  return draw(std::move(chosen), options_.colsample_bynode, derive_key(node_key, 2));
}

}  // namespace spinney
