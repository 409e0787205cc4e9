// The best split met so far, and, if competitors are wanted, the best split of each feature.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "split/split.h"

namespace spinney {

class Candidates {
 public:
  void start(std::size_t max_competitors) {
    best_ = Split{};
    offers_.clear();
    max_competitors_ = max_competitors;
  }

  double best_score() const { return best_.score; }

  // Whether a split with this score would be kept: a Split is made only then.
  bool wants(double score, std::uint32_t feature) const {
    return better(score, feature) || (max_competitors_ > 0 && score > Split{}.score);
  }
  void offer(Split split) {
    if (max_competitors_ > 0) offers_.push_back(split);
    if (better(split.score, split.feature)) best_ = std::move(split);
  }

  // What another thread found.
  void merge(Candidates& from) {
    if (from.best_.found() && better(from.best_.score, from.best_.feature)) best_ = std::move(from.best_);
    std::move(from.offers_.begin(), from.offers_.end(), std::back_inserter(offers_));
    from.start(max_competitors_);
  }

  // The best split, with the best ones on other features that gain something.
  Split take() {
    std::erase_if(offers_, [&](const Split& s) { return s.feature == best_.feature || !(s.score > 0); });
    std::sort(offers_.begin(), offers_.end(), [](const Split& a, const Split& b) {
      return a.score > b.score || (a.score == b.score && a.feature < b.feature);
    });
    if (offers_.size() > max_competitors_) offers_.resize(max_competitors_);
    best_.competitors = std::move(offers_);
    return std::move(best_);
  }

 private:
  // Ties go to the lowest feature, whichever thread found it.
  bool better(double score, std::uint32_t feature) const {
    return score > best_.score || (score == best_.score && best_.found() && feature <= best_.feature);
  }

  Split best_;
  std::vector<Split> offers_;
  std::size_t max_competitors_ = 0;
};

}  // namespace spinney
