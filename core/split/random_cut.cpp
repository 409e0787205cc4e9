// A random split of a feature.
#include "split/random_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/clones.h"

namespace spinney {

double midpoint(const EncodedColumn& column, Code last_left, Code first_right) {
  if (first_right == kMissing) return std::numeric_limits<double>::infinity();
  const double low = highest_value(column, last_left), high = lowest_value(column, first_right);
  const double middle = low / 2 + high / 2;
  return low <= middle && middle < high ? middle : low;
}

namespace {

struct Extremes {
  Code low = kMissing, high = 0;  // of the present codes
  bool missing = false;
};

SPINNEY_CLONES
Extremes extremes(const Code* codes, std::size_t n) {
  Code low = kMissing, high = 0;
  Code above = 0;  // code + 1: missing codes wrap around to 0
  for (std::size_t i = 0; i < n; ++i) {
    low = codes[i] < low ? codes[i] : low;
    high = codes[i] > high ? codes[i] : high;
    above = codes[i] + 1 > above ? codes[i] + 1 : above;
  }
  return {low, above - 1, high == kMissing};
}

void draw_threshold(const EncodedColumn& column, const Code* codes, std::size_t n, Random& random,
                    RandomCut& cut) {
  const auto [low, high, missing] = extremes(codes, n);
  if (low == kMissing) return;
  const double from = highest_value(column, low), to = highest_value(column, high);
  cut.threshold = draw_between(from, to, random);
  cut.last_left = last_code_at_most(column, cut.threshold, low, high);
  // A threshold inside a bin would separate its values in prediction but not in training: move it
  // below the bin.
  if (column.book && cut.last_left < high &&
      lowest_value(column, cut.last_left + 1) <= cut.threshold)
    cut.threshold = midpoint(column, cut.last_left, cut.last_left + 1);
  cut.missing = missing;
  cut.varies = low < high || missing;
}

// Response that orders categories: an output, or the indicator of a class of the node. In exact
// parts, so sums do not depend on the order of rows.
class Response {
 public:
  Response(const Targets& targets, const Row* rows, std::size_t n, Random& random)
      : targets_(targets), output_(random.below(static_cast<std::uint32_t>(targets.n_outputs))) {
    if (!targets.classification()) return;
    std::vector<bool> present(targets.n_classes[output_]);
    for (std::size_t i = 0; i < n; ++i) present[targets.class_of(rows[i], output_)] = true;
    auto left =
        random.below(static_cast<std::uint32_t>(std::count(present.begin(), present.end(), true)));
    while (!present[class_] || left-- > 0) ++class_;
  }
  // Coarse or fine part of the response times the row's weight. Of boosting: gradient and hessian.
  double part(Row row, std::size_t which) const {
    if (targets_.boosting()) return gradient_part(std::size_t{2} * row + 1, which);
    if (!targets_.classification())
      return targets_.parts[2 * (row * targets_.n_outputs + output_) + which];
    return targets_.class_of(row, output_) == class_ ? targets_.weight_part(row, which) : 0.0;
  }
  double weight_part(Row row, std::size_t which) const {
    if (targets_.boosting()) return gradient_part(std::size_t{2} * row, which);
    return targets_.weight_part(row, which);
  }

 private:
  double gradient_part(std::size_t at, std::size_t which) const {
    return which == 0 ? targets_.gradients.pairs[at] : 0.0;
  }

  const Targets& targets_;
  std::size_t output_;
  std::uint32_t class_ = 0;
};

// Categories that go right: those whose mean exceeds a random number between the means. Ties are
// broken at random.
std::vector<bool> draw_sides(const std::vector<double>& mean, Random& random) {
  const auto [low, high] = std::minmax_element(mean.begin(), mean.end());
  std::vector<bool> right(mean.size());
  if (*low < *high) {
    const double cut = *low + random.uniform() * (*high - *low);
    for (std::size_t i = 0; i < right.size(); ++i)
      right[i] = mean[i] > std::min(cut, std::nextafter(*high, *low));
    return right;
  }
  for (std::size_t i = 0; i < right.size(); ++i) right[i] = random.bits() >> 63;
  // Both sides get at least one category.
  const std::size_t flipped = random.below(static_cast<std::uint32_t>(right.size()));
  if (std::count(right.begin(), right.end(), right[0]) == static_cast<std::ptrdiff_t>(right.size()))
    right[flipped] = !right[flipped];
  return right;
}

void draw_subset(const Targets& targets, const Row* rows, Code* codes, std::size_t n,
                 Random& random, RandomCut& cut) {
  cut.present.assign(codes, codes + n);
  std::sort(cut.present.begin(), cut.present.end());
  cut.present.erase(std::unique(cut.present.begin(), cut.present.end()), cut.present.end());
  cut.varies = cut.present.size() > 1;
  cut.missing = !cut.present.empty() && cut.present.back() == kMissing;
  if (cut.missing) cut.present.pop_back();
  if (cut.present.empty()) return;
  const auto place = [&](Code c) {
    return static_cast<std::size_t>(std::lower_bound(cut.present.begin(), cut.present.end(), c) -
                                    cut.present.begin());
  };
  const Response response(targets, rows, n, random);
  // Sums of response and weight, in coarse and fine parts.
  std::vector<std::array<double, 4>> sums(cut.present.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (codes[i] == kMissing) continue;
    auto& of_level = sums[place(codes[i])];
    for (const std::size_t which : {0, 1}) {
      of_level[which] += response.part(rows[i], which);
      of_level[2 + which] += response.weight_part(rows[i], which);
    }
  }
  std::vector<double> mean;
  for (const auto& s : sums) {
    const double weight = s[2] + s[3];
    mean.push_back(weight > 0 ? (s[0] + s[1]) / weight : 0.0);
  }
  const std::vector<bool> right = draw_sides(mean, random);
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!right[i]) cut.left.push_back(cut.present[i]);
  for (std::size_t i = 0; i < n; ++i)
    if (codes[i] != kMissing) codes[i] = right[place(codes[i])];
}

}  // namespace

RandomCut draw_cut(const EncodedColumn& column, const Targets& targets, const Row* rows,
                   Code* codes, std::size_t n, Random& random) {
  RandomCut cut;
  if (column.categorical)
    draw_subset(targets, rows, codes, n, random, cut);
  else
    draw_threshold(column, codes, n, random, cut);
  return cut;
}

void RandomCut::apply(const EncodedColumn& column, bool all_present_left, Split& split) const {
  if (column.categorical) {
    split.kind = NodeKind::category;
    split.details.make().left_categories = all_present_left ? present : left;
    split.details.make().present_categories = present;
  } else if (all_present_left) {
    split.last_left = kMissing - 1;
    split.threshold = std::numeric_limits<double>::infinity();
  } else {
    split.last_left = last_left;
    split.threshold = threshold;
  }
}

}  // namespace spinney
