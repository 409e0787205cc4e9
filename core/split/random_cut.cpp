#include "split/random_cut.h"

#include <algorithm>
#include <limits>

#include "base/clones.h"

namespace spinney {

double midpoint(const CodedColumn& column, Code last_left, Code first_right) {
  if (first_right == kMissing) return std::numeric_limits<double>::infinity();
  const double low = highest_value(column, last_left), high = lowest_value(column, first_right);
  const double middle = low / 2 + high / 2;
  return low <= middle && middle < high ? middle : low;
}

namespace {

// The smallest code, and the largest that is not missing.
SPINNEY_CLONES
std::pair<Code, Code> extremes(const Code* codes, std::size_t n) {
  Code low = kMissing, above = 0;  // one more than the largest: missing ones wrap around to 0
  for (std::size_t i = 0; i < n; ++i) {
    low = codes[i] < low ? codes[i] : low;
    above = codes[i] + 1 > above ? codes[i] + 1 : above;
  }
  return {low, above - 1};
}

// 0 up to last_left, 1 above; missing stay missing.
SPINNEY_CLONES
bool cut_codes(Code* codes, std::size_t n, Code last_left) {
  Code any_missing = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Code missing = codes[i] == kMissing ? kMissing : 0;
    any_missing |= missing;
    codes[i] = missing | (codes[i] > last_left ? 1 : 0);
  }
  return any_missing != 0;
}

void draw_threshold(const CodedColumn& column, std::vector<Code>& codes, Random& random, RandomCut& cut) {
  const auto [low, high] = extremes(codes.data(), codes.size());
  if (low == kMissing) return;
  const double from = highest_value(column, low), to = highest_value(column, high);
  cut.threshold = from + random.uniform() * (to - from);
  if (!(cut.threshold < to)) cut.threshold = from;
  cut.last_left = std::clamp(last_code_at_most(column, cut.threshold), low, high);
  // A threshold inside a bin would part its values at predict but not here: move it below the bin.
  if (column.book && cut.last_left < high && lowest_value(column, cut.last_left + 1) <= cut.threshold)
    cut.threshold = midpoint(column, cut.last_left, cut.last_left + 1);
  const bool missing = cut_codes(codes.data(), codes.size(), cut.last_left);
  cut.varies = low < high || missing;
}

void draw_subset(std::vector<Code>& codes, Random& random, RandomCut& cut) {
  cut.present = codes;
  std::sort(cut.present.begin(), cut.present.end());
  cut.present.erase(std::unique(cut.present.begin(), cut.present.end()), cut.present.end());
  cut.varies = cut.present.size() > 1;
  if (!cut.present.empty() && cut.present.back() == kMissing) cut.present.pop_back();
  if (cut.present.empty()) return;
  std::vector<bool> right(cut.present.size());
  for (std::size_t i = 0; i < right.size(); ++i) right[i] = random.bits() >> 63;
  // Both sides get at least one category: the first one drawn stands alone if need be.
  const std::size_t lone = random.below(static_cast<std::uint32_t>(right.size()));
  if (std::count(right.begin(), right.end(), right[0]) == static_cast<std::ptrdiff_t>(right.size()))
    right[lone] = !right[lone];
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!right[i]) cut.left.push_back(cut.present[i]);
  for (Code& c : codes)
    if (c != kMissing) c = right[std::lower_bound(cut.present.begin(), cut.present.end(), c) - cut.present.begin()];
}

}  // namespace

RandomCut draw_cut(const CodedColumn& column, std::vector<Code>& codes, Random& random) {
  RandomCut cut;
  if (column.categorical)
    draw_subset(codes, random, cut);
  else
    draw_threshold(column, codes, random, cut);
  return cut;
}

void RandomCut::apply(const CodedColumn& column, bool all_present_left, Split& split) const {
  if (column.categorical) {
    split.question = Question::category;
    split.left_categories = all_present_left ? present : left;
    split.present_categories = present;
  } else if (all_present_left) {
    split.last_left = kMissing - 1;
    split.threshold = std::numeric_limits<double>::infinity();
  } else {
    split.last_left = last_left;
    split.threshold = threshold;
  }
}

}  // namespace spinney
