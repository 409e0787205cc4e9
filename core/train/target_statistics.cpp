#include "train/target_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/random.h"

namespace spinney {
namespace {

// Sums of numbers as integers, so that they do not depend on the order of the terms.
class FixedPoint {
 public:
  // For sums of up to n terms of magnitude at most `largest`.
  FixedPoint(double largest, std::size_t n) {
    const double bound = largest * static_cast<double>(n);
    exponent_ = bound > 0 ? 61 - std::ilogb(bound) - 1 : 0;
    exponent_ = std::clamp(exponent_, -1000, 1000);
  }
  std::int64_t of(double x) const { return std::llround(std::ldexp(x, exponent_)); }
  double value(std::int64_t sum) const { return std::ldexp(static_cast<double>(sum), -exponent_); }

 private:
  int exponent_;
};

// The weighted targets and weights of all rows as integers.
struct Terms {
  std::vector<std::int64_t> target, weight;
  FixedPoint target_unit, weight_unit;
};

Terms make_terms(const double* y, const double* weight, const std::vector<Row>& rows,
                 std::size_t n_rows) {
  double largest = 0, heaviest = weight ? 0 : 1;
  for (const Row r : rows) {
    if (weight) heaviest = std::max(heaviest, weight[r]);
    largest = std::max(largest, std::fabs(y[r]) * (weight ? weight[r] : 1.0));
  }
  Terms terms{std::vector<std::int64_t>(n_rows), std::vector<std::int64_t>(n_rows),
              FixedPoint(largest, rows.size()), FixedPoint(heaviest, rows.size())};
  for (const Row r : rows) {
    const double w = weight ? weight[r] : 1.0;
    terms.target[r] = terms.target_unit.of(w * y[r]);
    terms.weight[r] = terms.weight_unit.of(w);
  }
  return terms;
}

// Sums of rows, for example those of one category.
struct RowSums {
  std::int64_t target = 0, weight = 0;

  void add(const Terms& terms, Row r) {
    target += terms.target[r];
    weight += terms.weight[r];
  }
  friend RowSums operator-(RowSums a, const RowSums& b) {
    return {a.target - b.target, a.weight - b.weight};
  }
};

// The group of each row; n_groups for rows that are not fitted.
std::vector<std::uint8_t> draw_groups(const std::vector<Row>& rows, std::size_t n_rows,
                                      const StatisticRules& rules) {
  std::vector<std::uint8_t> group(n_rows, static_cast<std::uint8_t>(rules.n_groups));
  for (const Row r : rows)
    group[r] = static_cast<std::uint8_t>(derive_key(rules.key, r) % rules.n_groups);
  return group;
}

// The level of each row; missing cells and unknown categories have the level after the last.
std::vector<Code> levels_of(const Column& column, std::size_t n_rows) {
  std::vector<Code> codes(n_rows);
  each_cell(column, 0, n_rows, [&](std::size_t i, auto cell) {
    codes[i] = std::min(level_code(static_cast<double>(cell), column.levels), column.levels);
  });
  return codes;
}

// Statistics of one target: of every row, and of every level.
struct Means {
  std::vector<double> of_row, of_level;
};

Means cross_fitted_means(const std::vector<Code>& codes, std::size_t n_levels, const Terms& terms,
                         const std::vector<Row>& rows, const std::vector<std::uint8_t>& group,
                         const StatisticRules& rules) {
  // By level and group; the last group has the sums of all groups, the last level those of all
  // levels.
  const std::size_t n_groups = rules.n_groups + 1;
  std::vector<RowSums> sums((n_levels + 1) * n_groups);
  for (const Row r : rows)
    for (const std::size_t level : {std::size_t{codes[r]}, n_levels})
      for (const std::size_t g : {std::size_t{group[r]}, std::size_t{rules.n_groups}})
        sums[level * n_groups + g].add(terms, r);
  const auto without = [&](std::size_t level, std::size_t g) {
    const RowSums* of = &sums[level * n_groups];
    return g < rules.n_groups ? of[rules.n_groups] - of[g] : of[rules.n_groups];
  };
  const double total = terms.weight_unit.value(without(n_levels, rules.n_groups).weight);
  const double added = rules.prior_weight * total / static_cast<double>(rows.size());
  const auto mean = [&](std::size_t level, std::size_t g) {
    const RowSums all = without(n_levels, g), own = without(level, g);
    const double weight = terms.weight_unit.value(all.weight);
    const double prior = weight > 0 ? terms.target_unit.value(all.target) / weight : 0.0;
    return (terms.target_unit.value(own.target) + added * prior) /
           (terms.weight_unit.value(own.weight) + added);
  };
  Means means;
  for (std::size_t i = 0; i < codes.size(); ++i) means.of_row.push_back(mean(codes[i], group[i]));
  for (std::size_t l = 0; l < n_levels; ++l) means.of_level.push_back(mean(l, rules.n_groups));
  return means;
}

// Cuts at quantiles of the fitted rows' values: bin b holds values in (cuts[b - 1], cuts[b]].
std::vector<double> quantile_cuts(const std::vector<double>& values, const std::vector<Row>& rows,
                                  std::uint32_t max_bins) {
  std::vector<double> sorted;
  for (const Row r : rows) sorted.push_back(values[r]);
  std::sort(sorted.begin(), sorted.end());
  // Equal cuts are kept, so that a bin is the same quantile in the statistics of other rows.
  std::vector<double> cuts;
  for (std::uint32_t b = 1; b < max_bins; ++b)
    cuts.push_back(sorted[(sorted.size() - 1) * b / max_bins]);
  return cuts;
}

}  // namespace

TargetStatistics::Statistic TargetStatistics::coarse(std::uint32_t source,
                                                     const std::vector<double>& of_row,
                                                     const std::vector<double>& of_level,
                                                     const std::vector<Row>& rows,
                                                     std::uint32_t max_bins) {
  const std::vector<double> cuts = quantile_cuts(of_row, rows, max_bins);
  const auto bins = [&](const std::vector<double>& values) {
    std::vector<std::uint8_t> found;
    for (const double v : values)
      found.push_back(
          static_cast<std::uint8_t>(std::lower_bound(cuts.begin(), cuts.end(), v) - cuts.begin()));
    return found;
  };
  Statistic s{source, bins(of_row), bins(of_level), 0};
  s.of_missing = s.of_level.back();
  s.of_level.pop_back();
  return s;
}

TargetStatistics::TargetStatistics(const Table& table, const std::vector<std::uint32_t>& features,
                                   const StatisticTargets& targets, const std::vector<Row>& rows,
                                   const StatisticRules& rules, Interrupt& interrupt)
    : table_(table), n_given_(table.columns.size()) {
  require(!rows.empty() && rows.back() < table.n_rows, "statistics need rows of the table");
  require(rules.max_bins >= 2 && rules.max_bins <= 255, "statistics have 2 to 255 bins");
  require(rules.n_groups >= 2 && rules.n_groups <= 255, "statistics have 2 to 255 groups");
  require(rules.prior_weight > 0, "the weight of the prior must be positive");
  const std::vector<std::uint8_t> group = draw_groups(rows, table.n_rows, rules);
  for (std::size_t c = 0; c < targets.n_channels; ++c) {
    const Terms terms =
        make_terms(targets.values + c * table.n_rows, targets.weight, rows, table.n_rows);
    for (const std::uint32_t f : features) {
      interrupt.poll();
      require(f < n_given_ && table.columns[f].categorical(),
              "statistics are those of categorical columns");
      const std::size_t n_levels = table.columns[f].levels + std::size_t{1};
      const std::vector<Code> codes = levels_of(table.columns[f], table.n_rows);
      const Means means = cross_fitted_means(codes, n_levels, terms, rows, group, rules);
      statistics_.push_back(coarse(f, means.of_row, means.of_level, rows, rules.max_bins));
    }
  }
  for (const Statistic& s : statistics_)
    table_.columns.push_back({.type = CellType::u8,
                              .data = reinterpret_cast<const char*>(s.of_row.data()),
                              .stride = 1});
}

std::vector<std::uint32_t> TargetStatistics::sources() const {
  std::vector<std::uint32_t> found;
  for (const Statistic& s : statistics_) found.push_back(s.source);
  return found;
}

Tree TargetStatistics::translate(Tree tree) const {
  require(tree.n_features == table_.columns.size(), "a tree to translate has other features");
  std::map<std::pair<std::int32_t, double>, std::uint32_t> known;  // first words of sets
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const std::int32_t column = tree.feature[i];
    if (tree.kind[i] == NodeKind::leaf || column < static_cast<std::int32_t>(n_given_)) continue;
    require(tree.kind[i] == NodeKind::number, "splits of statistics are numeric");
    const Statistic& s = statistics_[static_cast<std::size_t>(column) - n_given_];
    const double threshold = tree.threshold[i];
    const auto n_levels = static_cast<std::uint32_t>(s.of_level.size());
    const std::uint32_t length = (n_levels + 63) / 64;
    const auto [at, is_new] =
        known.try_emplace({column, threshold}, static_cast<std::uint32_t>(tree.set_words.size()));
    if (is_new) {
      tree.set_words.resize(tree.set_words.size() + 2 * std::size_t{length});
      std::uint64_t* left = tree.set_words.data() + at->second;
      for (std::uint32_t l = 0; l < n_levels; ++l) {
        left[length + l / 64] |= std::uint64_t{1} << l % 64;
        if (s.of_level[l] <= threshold) left[l / 64] |= std::uint64_t{1} << l % 64;
      }
    }
    tree.kind[i] = NodeKind::category;
    tree.feature[i] = static_cast<std::int32_t>(s.source);
    tree.threshold[i] = std::numeric_limits<double>::quiet_NaN();
    tree.set_first[i] = at->second;
    tree.set_length[i] = length;
    tree.missing_child[i] = s.of_missing <= threshold ? 0 : 1;
  }
  tree.n_features = static_cast<std::uint32_t>(n_given_);
  for (auto* routes : {&tree.missing_route, &tree.unknown_route})
    if (!routes->empty()) routes->resize(n_given_);
  return tree;
}

}  // namespace spinney
