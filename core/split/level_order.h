// Categorical splits of boosting. Up to max_onehot categories: one category against the rest.
// Otherwise small categories are pooled, and all are sorted by gradient / (hessian + smoothing); a
// prefix of that order goes left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spinney {

struct LevelRules {
  double smoothing = 0;        // added to the hessian
  std::size_t max_onehot = 0;  // maximum number of categories for one-vs-rest splits
  double min_hessian = 0;      // smaller categories are pooled
};

class LevelOrder {
 public:
  // Add the categories of a node with their sums; equal keys keep this order.
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
  // Positions: the prefix up to group i; or, for one-vs-rest splits, group i alone, and finally all
  // categories (present versus missing).
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
  std::vector<std::size_t> ends_;  // ends of the groups in order_
};

}  // namespace spinney
