// How boosting asks for the levels of a category. Few levels: each by itself against the rest.
// Otherwise levels with too little are taken together, and all are put in the order of gradient
// over (hessian + smoothing): what goes left is the first of them, up to some place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spinney {

struct LevelRules {
  double smoothing = 0;        // in units of the hessian
  std::size_t max_onehot = 0;  // how many levels are asked for one by one
  double min_hessian = 0;      // levels that have less are taken together
};

class LevelOrder {
 public:
  // Levels of a node, with what its rows of each level have; they keep their order where they are
  // equal.
  void start() { levels_.clear(); }
  void add(std::uint32_t level, double gradient, double hessian) {
    levels_.push_back({level, gradient, hessian});
  }

  void finish(const LevelRules& rules) {
    one_hot_ = levels_.size() <= rules.max_onehot;
    order_.clear();
    ends_.clear();
    if (!one_hot_) sort(rules);
    for (const Level& l : levels_) {
      if (!order_.empty() && !(l.pooled && last_pooled_)) ends_.push_back(order_.size());
      order_.push_back(l.level);
      last_pooled_ = l.pooled;
    }
    if (!order_.empty()) ends_.push_back(order_.size());
  }

  bool one_hot() const { return one_hot_; }
  std::size_t n_groups() const { return ends_.size(); }
  // Positions: up to group i; or group i alone, and behind the last one all levels, for the
  // question what is missing.
  std::size_t n_positions() const { return ends_.size() + (one_hot_ ? 1 : 0); }
  std::size_t begin(std::size_t i) const {
    return one_hot_ && i > 0 && i < ends_.size() ? ends_[i - 1] : 0;
  }
  std::size_t end(std::size_t i) const { return i < ends_.size() ? ends_[i] : order_.size(); }
  std::size_t group_begin(std::size_t i) const { return i > 0 ? ends_[i - 1] : 0; }
  std::uint32_t level(std::size_t k) const { return order_[k]; }

 private:
  struct Level {
    std::uint32_t level;
    double gradient, hessian, key = 0;
    bool pooled = false;
  };

  void sort(const LevelRules& rules) {
    double gradient = 0, hessian = 0;
    for (Level& l : levels_) {
      l.pooled = l.hessian < rules.min_hessian;
      gradient += l.pooled ? l.gradient : 0;
      hessian += l.pooled ? l.hessian : 0;
    }
    const auto key = [&](double g, double h) {
      return h + rules.smoothing > 0 ? g / (h + rules.smoothing) : 0.0;
    };
    for (Level& l : levels_) l.key = l.pooled ? key(gradient, hessian) : key(l.gradient, l.hessian);
    std::stable_sort(levels_.begin(), levels_.end(), [](const Level& a, const Level& b) {
      return a.key < b.key || (a.key == b.key && a.pooled < b.pooled);
    });
  }

  bool one_hot_ = false, last_pooled_ = false;
  std::vector<Level> levels_;
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> ends_;  // of the groups, in order_
};

}  // namespace spinney
