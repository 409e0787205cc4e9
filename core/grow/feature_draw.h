// Features considered by a node: sampled per tree, level and node, and restricted by interaction
// constraints.
#pragma once

#include <cstdint>
#include <vector>

namespace spinney {

struct FeatureDrawOptions {
  // Shares of the features; each is drawn from the result of the previous one.
  double colsample_bytree = 1, colsample_bylevel = 1, colsample_bynode = 1;
  std::vector<double> feature_weights;  // relative probabilities of being drawn; empty: equal
  std::vector<std::vector<std::uint32_t>>
      interactions;  // sets of features that may occur together on a path; empty: unconstrained
};

class FeatureDraw {
 public:
  FeatureDraw(const FeatureDrawOptions& options, std::size_t n_features, std::uint64_t tree_key);

  // In ascending order.
  const std::vector<std::uint32_t>& of_tree() const { return of_tree_; }
  // `path`: the features of the splits above.
  std::vector<std::uint32_t> of_node(int depth, std::uint64_t node_key,
                                     const std::vector<std::uint32_t>& path) const;
  bool constrains() const { return !options_.interactions.empty(); }
  bool all_alike() const {
    return options_.colsample_bylevel == 1 && options_.colsample_bynode == 1 && !constrains();
  }

 private:
  std::vector<std::uint32_t> draw(std::vector<std::uint32_t> from, double share,
                                  std::uint64_t key) const;

  const FeatureDrawOptions& options_;
  std::size_t n_features_;
  std::uint64_t key_;
  std::vector<std::uint32_t> of_tree_;
};

}  // namespace spinney
