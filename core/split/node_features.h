// Which features a node looks at, in which order.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "split/finder.h"

namespace spinney {

class NodeFeatures {
 public:
  // Returns how many of them to look at; the others are drawn one by one, if need be.
  std::size_t start(const FinderOptions& options, std::size_t n_columns, const NodeRows& node) {
    if (node.features) {
      features_ = *node.features;
      return features_.size();
    }
    features_ = options.features;
    if (features_.empty()) {
      features_.resize(n_columns);
      std::iota(features_.begin(), features_.end(), 0u);
    }
    const std::size_t wanted = std::min(options.max_features, features_.size());
    if (wanted == features_.size()) return wanted;
    random_ = Random(derive_key(node.key, 0));
    for (std::size_t i = 0; i < wanted; ++i) draw(i);
    return wanted;
  }
  void draw(std::size_t i) {
    std::swap(features_[i], features_[i + random_.below(static_cast<std::uint32_t>(features_.size() - i))]);
  }

  std::size_t size() const { return features_.size(); }
  const std::uint32_t& operator[](std::size_t i) const { return features_[i]; }

  // Moves those of the first n for which it holds to the front, in their order; returns how many they are.
  template <class Holds>
  std::size_t put_first(std::size_t n, Holds&& holds) {
    const auto end =
        std::stable_partition(features_.begin(), features_.begin() + static_cast<std::ptrdiff_t>(n), holds);
    return static_cast<std::size_t>(end - features_.begin());
  }

 private:
  std::vector<std::uint32_t> features_;
  Random random_{0};
};

}  // namespace spinney
