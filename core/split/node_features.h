// The features that a node considers, and their order.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "split/candidates.h"
#include "split/finder.h"

namespace spinney {

class NodeFeatures {
 public:
  // Start a node; returns the number of features to consider. Further ones are drawn on demand.
  // `given`: consider exactly these.
  std::size_t start(const FinderOptions& options, std::size_t n_columns, std::uint64_t key,
                    const std::vector<std::uint32_t>* given = nullptr) {
    if (given) {
      features_ = *given;
      ordered_ = false;
      are_drawn_ = false;
      return features_.size();
    }
    const std::size_t wanted = start_drawing(options, n_columns, key);
    for (std::size_t i = 0; i < wanted; ++i) draw(i);
    return wanted;
  }
  // Start a node without drawing; also the first features are drawn on demand.
  std::size_t start_drawing(const FinderOptions& options, std::size_t n_columns,
                            std::uint64_t key) {
    restore(options, n_columns);
    const std::size_t wanted = std::min(options.max_features, features_.size());
    are_drawn_ = wanted < features_.size();
    if (are_drawn_) dice_ = Dice(derive_key(key, 0));
    return wanted;
  }
  // Draw feature i; called for consecutive i.
  void draw(std::size_t i) {
    if (!are_drawn_) return;
    drawn_[i] = static_cast<std::uint32_t>(i) +
                dice_.below(static_cast<std::uint32_t>(features_.size() - i));
    std::swap(features_[i], features_[drawn_[i]]);
    place_[features_[i]] = static_cast<std::uint32_t>(i);
    n_drawn_ = i + 1;
  }

  FeatureRank rank() const { return {are_drawn_ ? place_.data() : nullptr}; }
  std::size_t size() const { return features_.size(); }
  const std::uint32_t& operator[](std::size_t i) const { return features_[i]; }

  // Stable partition of the first n features by a predicate; returns the size of the first part.
  template <class Holds>
  std::size_t put_first(std::size_t n, Holds&& holds) {
    const auto end = std::stable_partition(
        features_.begin(), features_.begin() + static_cast<std::ptrdiff_t>(n), holds);
    ordered_ = false;
    return static_cast<std::size_t>(end - features_.begin());
  }

 private:
  // Restore the original order. Undoing the draws of the last node is cheaper than refilling the
  // list.
  void restore(const FinderOptions& options, std::size_t n_columns) {
    if (ordered_) {
      while (n_drawn_ > 0) {
        --n_drawn_;
        std::swap(features_[n_drawn_], features_[drawn_[n_drawn_]]);
      }
    } else {
      features_ = options.features;
      if (features_.empty()) {
        features_.resize(n_columns);
        std::iota(features_.begin(), features_.end(), 0u);
      }
      drawn_.resize(features_.size());
      place_.resize(n_columns);
      n_drawn_ = 0;
      ordered_ = true;
    }
  }

  std::vector<std::uint32_t> features_, drawn_;
  std::vector<std::uint32_t> place_;  // per drawn feature: its position
  std::size_t n_drawn_ = 0;
  bool ordered_ = false;  // in original order except for the draws
  bool are_drawn_ = false;
  Dice dice_{0};
};

}  // namespace spinney
