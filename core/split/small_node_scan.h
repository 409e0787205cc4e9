// Scan of small nodes for numeric features without missing values, the common case. The positions
// of all features are collected, scored two at a time, and compared at the end, without
// unpredictable branches.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "split/small_node_orders.h"

namespace spinney {

class SmallNodeScan {
 public:
  struct Best {
    double score = -std::numeric_limits<double>::infinity();
    std::uint32_t number = 0;  // index of the feature
    std::uint32_t place = 0;   // position of the first row on the right
  };

  void start(double weight, double term) {
    weight_ = weight;
    term_ = term;
    n_ = 0;
    best_ = {};
  }

  // Collect the positions of a feature, identified later by `number`. False if there are none.
  template <class Layout, class Sum>
  [[gnu::always_inline]] bool add(const Layout& layout, const SmallNodeOrder& order, RowBits places,
                                  const Sum* sums, std::uint32_t number) {
    const RowBits steps = order.steps_of(places);
    if (steps == 0) return false;
    if (n_ + SmallNodeOrder::kMaxRows > kCapacity) compare();
    Sum left;
    std::size_t n = n_;
    auto place = static_cast<std::uint32_t>(std::countr_zero(places));
    for (RowBits rest = places & (places - 1); rest != 0; rest &= rest - 1) {
      left.add(sums[order.row[place]]);
      place = static_cast<std::uint32_t>(std::countr_zero(rest));
      weights_[n] = left.weight(layout);
      terms_[n] = left.term(layout);
      at_[n] = number * kPlaces + place;
      n += steps >> place & 1u;
    }
    n_ = n;
    return true;
  }

  // The best position collected; ties: the first.
  const Best& best() {
    compare();
    return best_;
  }

 private:
  using Two = double __attribute__((vector_size(16)));
  static constexpr std::size_t kCapacity = 256;
  static constexpr std::uint32_t kPlaces = SmallNodeOrder::kMaxRows;

  // Score every position with between_groups().
  void compare() {
    if (n_ == 0) return;
    weights_[n_] = weights_[n_ - 1];  // an even number
    terms_[n_] = terms_[n_ - 1];
    const Two weight = {weight_, weight_}, term = {term_, term_};
    Two top_pair = {best_.score, best_.score};
    for (std::size_t i = 0; i < n_; i += 2) {
      Two w, t;
      std::memcpy(&w, &weights_[i], sizeof w);
      std::memcpy(&t, &terms_[i], sizeof t);
      const Two d = t * weight - term * w, score = d * d / (w * (weight - w));
      std::memcpy(&scores_[i], &score, sizeof score);
      top_pair = score > top_pair ? score : top_pair;
    }
    const double top = std::max(top_pair[0], top_pair[1]);
    if (top > best_.score) {
      const std::uint32_t at = at_[std::find(scores_, scores_ + n_, top) - scores_];
      best_ = {top, at / kPlaces, at % kPlaces};
    }
    n_ = 0;
  }

  double weight_ = 0, term_ = 0;  // of the node
  Best best_;
  std::size_t n_ = 0;
  // Sums and scores of the left sides.
  double weights_[kCapacity + 1], terms_[kCapacity + 1], scores_[kCapacity + 1];
  std::uint32_t at_[kCapacity + 1];
};

}  // namespace spinney
