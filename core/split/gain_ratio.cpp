// C4.5's split selection.
#include "split/gain_ratio.h"

#include <algorithm>
#include <cmath>

#include "base/pool.h"
#include "split/node_features.h"

namespace spinney {
namespace {

// Smaller differences are treated as rounding.
constexpr double kSmall = 1e-6;
constexpr double kMinDistance = 1e-5;       // minimum distance of the values around a threshold
constexpr double kAverageTolerance = 1e-3;  // tolerance below the average gain
// A categorical feature with more categories than this share of the rows does not enter the
// average.
constexpr double kManyLevels = 0.3;
// Minimum weight per side of a threshold: this share of the mean class weight, at most kSideWeight.
constexpr double kSideShare = 0.1;
constexpr double kSideWeight = 25;

double x_log_x(double x) { return x < kSmall ? 0 : x * std::log2(x); }

// Weight per class.
struct ClassWeights {
  std::vector<double> by_class;
  double total = 0;

  explicit ClassWeights(std::size_t n_classes) : by_class(n_classes) {}
  void add(std::uint32_t c, double w) {
    by_class[c] += w;
    total += w;
  }
  // Entropy times weight.
  double entropy() const {
    double sum = x_log_x(total);
    for (const double w : by_class) sum -= x_log_x(w);
    return sum;
  }
};

struct Candidate {
  bool valid = false;
  bool in_average = true;
  double gain = 0, ratio = 0;
  Split split;
};

class GainRatioSearch final : public SplitFinder {
 public:
  GainRatioSearch(const FinderOptions& options, const Dataset& data, Interrupt& interrupt)
      : options_(options),
        data_(data),
        interrupt_(interrupt),
        n_classes_(data.targets.n_classes[0]),
        min_weight_(std::max(static_cast<double>(options.min_samples_leaf),
                             options.min_weight_leaf * scale())) {}

  Split find(const NodeRows& node, int n_threads) override {
    const std::size_t wanted =
        features_.start(options_, data_.matrix.columns.size(), node.key, node.features);
    std::vector<std::uint32_t> features(&features_[0], &features_[0] + wanted);
    std::sort(features.begin(), features.end());
    std::vector<Candidate> candidates(wanted);
    workspaces_.resize(std::max<std::size_t>(workspaces_.size(), n_threads));
    parallel_for(n_threads, wanted, interrupt_, [&](std::size_t i, int worker) {
      candidates[i] = search(node, features[i], workspaces_[worker]);
    });
    Split split = choose(candidates);
    if (split.found() && split.skipped_missing) choose_missing_child(node, split);
    return split;
  }

 private:
  double scale() const { return data_.targets.weight_scale; }
  double weight_of(Row row) const { return data_.targets.weight_of(row) * scale(); }
  void add(ClassWeights& sums, Row row) const {
    sums.add(data_.targets.class_of(row, 0), weight_of(row));
  }

  Candidate search(const NodeRows& node, std::uint32_t feature, EntryWorkspace& workspace) const {
    const EncodedColumn& column = data_.matrix.columns[feature];
    const Entry* entries = node_entries(data_, node, feature, workspace);
    std::size_t n_known = node.size();
    while (n_known > 0 && entry_code(entries[n_known - 1]) == kMissing) --n_known;
    Candidate found;
    const double many = kManyLevels * static_cast<double>(options_.n_rows);
    found.in_average = !column.categorical || many - column.n_codes > kSmall;
    if (n_known == 0 || entry_code(entries[0]) == entry_code(entries[n_known - 1])) return found;
    double absent = 0;
    for (std::size_t i = n_known; i < node.size(); ++i) absent += weight_of(entry_row(entries[i]));
    if (column.categorical)
      search_levels(entries, n_known, absent, found);
    else
      search_thresholds(column, entries, n_known, absent, found);
    found.split.feature = feature;
    found.split.saw_missing = found.split.skipped_missing = n_known < node.size();
    return found;
  }

  // Gain per known weight, scaled by the known share of the weight. `taken`: decrease of entropy
  // times weight.
  static double gain_of(double taken, double known, double absent) {
    taken *= known / (known + absent);
    return std::abs(taken) < kSmall ? 0 : taken / known;
  }
  // `parts`: sum of x log x over the children.
  static double ratio_of(double gain, double parts, double known, double absent) {
    const double all = known + absent, information = x_log_x(all) - parts - x_log_x(absent);
    return std::abs(information) < kSmall ? 0 : gain / (information / all);
  }

  void search_levels(const Entry* entries, std::size_t n, double absent, Candidate& found) const {
    ClassWeights known(n_classes_);
    double below = 0, parts = 0;
    std::size_t n_large = 0;
    for (std::size_t i = 0; i < n;) {
      const Code code = entry_code(entries[i]);
      ClassWeights level(n_classes_);
      for (; i < n && entry_code(entries[i]) == code; ++i) {
        add(level, entry_row(entries[i]));
        add(known, entry_row(entries[i]));
      }
      below += level.entropy();
      parts += x_log_x(level.total);
      n_large += level.total >= min_weight_ - kSmall;
      found.split.details.make().present_categories.push_back(code);
    }
    found.valid = n_large >= 2;
    found.gain = gain_of(known.entropy() - below, known.total, absent);
    found.ratio = ratio_of(found.gain, parts, known.total, absent);
    found.split.kind = NodeKind::levels;
  }

  double min_side_weight(double known) const {
    const double share = kSideShare * known / static_cast<double>(n_classes_);
    if (share <= min_weight_ + kSmall) return min_weight_;
    return std::min(share, kSideWeight);
  }

  void search_thresholds(const EncodedColumn& column, const Entry* entries, std::size_t n,
                         double absent, Candidate& found) const {
    ClassWeights left(n_classes_), right(n_classes_);
    for (std::size_t i = 0; i < n; ++i) add(right, entry_row(entries[i]));
    const double known = right.total, min_weight = min_side_weight(known), all = right.entropy();
    if (static_cast<double>(n) < 2 * min_weight - kSmall) return;
    std::size_t n_candidates = 0, best_at = 0;
    double best = 0, best_parts = 0;
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const Row row = entry_row(entries[i]);
      left.add(data_.targets.class_of(row, 0), weight_of(row));
      right.add(data_.targets.class_of(row, 0), -weight_of(row));
      const Code here = entry_code(entries[i]), next = entry_code(entries[i + 1]);
      if (here == next ||
          !(highest_value(column, here) + kMinDistance < lowest_value(column, next)))
        continue;
      if (left.total < min_weight - kSmall || right.total < min_weight - kSmall) continue;
      ++n_candidates;
      const double gain = gain_of(all - left.entropy() - right.entropy(), known, absent);
      if (!(gain - best > kSmall)) continue;
      best = gain;
      best_at = i;
      best_parts = x_log_x(left.total) + x_log_x(right.total);
    }
    if (n_candidates == 0) return;
    // C4.5's penalty for choosing among several thresholds.
    best -= std::log2(static_cast<double>(n_candidates)) / (known + absent);
    if (best < kSmall) return;
    found.valid = true;
    found.gain = best;
    found.ratio = ratio_of(best, best_parts, known, absent);
    set_threshold(column, entry_code(entries[best_at]), entry_code(entries[best_at + 1]),
                  found.split);
  }

  // The largest value of the whole table that does not exceed the midpoint.
  static void set_threshold(const EncodedColumn& column, Code below, Code above, Split& split) {
    const double low = highest_value(column, below), high = lowest_value(column, above);
    double middle = low / 2 + high / 2;  // the sum may overflow
    if (middle == high) middle = low;
    split.last_left = last_code_at_most(column, middle, below, above);
    split.first_right = above;
    split.threshold = highest_value(column, split.last_left);
  }

  static Split choose(std::vector<Candidate>& candidates) {
    double sum = 0;
    std::size_t n = 0;
    const bool any_counts = std::any_of(candidates.begin(), candidates.end(),
                                        [](const Candidate& c) { return c.in_average; });
    for (const Candidate& c : candidates) {
      if (!c.valid || (any_counts && !c.in_average)) continue;
      sum += c.gain;
      ++n;
    }
    Candidate* best = nullptr;
    for (Candidate& c : candidates) {
      if (n == 0 || !c.valid || c.gain < sum / static_cast<double>(n) - kAverageTolerance) continue;
      if (c.ratio - (best ? best->ratio : 0) > kSmall) best = &c;
    }
    if (!best) return {};
    best->split.score = best->ratio;
    return std::move(best->split);
  }

  // Sends missing rows to the child whose entropy they increase the least, for the learned route.
  void choose_missing_child(const NodeRows& node, Split& split) const {
    const auto& levels = split.details->present_categories;
    std::vector<ClassWeights> children(split.n_children(), ClassWeights(n_classes_));
    ClassWeights absent(n_classes_);
    each_node_code(data_, node, split.feature, [&](Row row, Code code) {
      if (code == kMissing) return add(absent, row);
      const auto child = split.multiway()
                             ? std::lower_bound(levels.begin(), levels.end(), code) - levels.begin()
                             : std::ptrdiff_t{code > split.last_left};
      add(children[static_cast<std::size_t>(child)], row);
    });
    double least = 0;
    for (std::uint32_t c = 0; c < children.size(); ++c) {
      const double before = children[c].entropy();
      for (std::uint32_t k = 0; k < n_classes_; ++k) children[c].add(k, absent.by_class[k]);
      const double added = children[c].entropy() - before;
      if (c > 0 && added >= least) continue;
      least = added;
      split.missing_child = c;
    }
    split.missing_left = split.missing_child == 0;
  }

  const FinderOptions& options_;
  const Dataset& data_;
  Interrupt& interrupt_;
  std::size_t n_classes_;
  double min_weight_;
  NodeFeatures features_;
  std::vector<EntryWorkspace> workspaces_;
};

}  // namespace

std::unique_ptr<SplitFinder> make_gain_ratio_finder(const FinderOptions& options,
                                                    const Dataset& data, Interrupt& interrupt) {
  return std::make_unique<GainRatioSearch>(options, data, interrupt);
}

}  // namespace spinney
