// The best split so far and, if requested, the best split of each feature (competitors).
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "split/split.h"

namespace spinney {

// Tie-breaking: the lowest feature index; with randomly drawn features (`place` is not null) the
// one drawn first. Small nodes have many ties, and trees of a forest must not prefer the first
// columns.
struct FeatureRank {
  const std::uint32_t* place = nullptr;  // per feature: position in the drawing order

  // Whether a split is better than the best so far, independent of the order of offers.
  bool prefers(double score, std::uint32_t feature, const Split& best) const {
    return score > best.score ||
           (score == best.score && best.found() && of(feature) <= of(best.feature));
  }
  std::uint32_t of(std::uint32_t feature) const { return place ? place[feature] : feature; }
};

class Candidates {
 public:
  // `equal`: all splits have the same gain, so the rounding of scores must not decide.
  void start(std::size_t max_competitors, FeatureRank rank, bool equal = false) {
    best_ = Split{};
    offers_.clear();
    max_competitors_ = max_competitors;
    rank_ = rank;
    equal_ = equal;
  }

  double best_score() const { return best_.score; }

  // Whether a split with this score would be kept; avoids building splits that lose.
  bool accepts(double score, std::uint32_t feature) const {
    return better(score, feature) || (max_competitors_ > 0 && score > Split{}.score);
  }
  void offer(Split split) {
    if (max_competitors_ > 0) offers_.push_back(split);
    if (better(split.score, split.feature)) best_ = std::move(split);
  }

  // Merge the candidates of another thread.
  void merge(Candidates& from) {
    if (from.best_.found() && better(from.best_.score, from.best_.feature))
      best_ = std::move(from.best_);
    std::move(from.offers_.begin(), from.offers_.end(), std::back_inserter(offers_));
    from.start(max_competitors_, rank_, equal_);
  }

  // Replace scores by gains.
  template <class GainOf>
  void convert_scores(GainOf&& gain_of) {
    for (Split& split : offers_) split.score = gain_of(split.score);
    if (best_.found()) best_.score = gain_of(best_.score);
  }

  // The best split, with the best splits on other features as competitors.
  Split take() {
    if (offers_.empty()) return std::move(best_);
    std::erase_if(offers_,
                  [&](const Split& s) { return s.feature == best_.feature || !(s.score > 0); });
    std::sort(offers_.begin(), offers_.end(), [](const Split& a, const Split& b) {
      return a.score > b.score || (a.score == b.score && a.feature < b.feature);
    });
    if (offers_.size() > max_competitors_) offers_.resize(max_competitors_);
    best_.details.make().competitors = std::move(offers_);
    return std::move(best_);
  }

 private:
  bool better(double score, std::uint32_t feature) const {
    if (equal_ && best_.found() && score > Split{}.score) score = best_.score;
    return rank_.prefers(score, feature, best_);
  }

  Split best_;
  std::vector<Split> offers_;
  std::size_t max_competitors_ = 0;
  FeatureRank rank_;
  bool equal_ = false;
};

}  // namespace spinney
