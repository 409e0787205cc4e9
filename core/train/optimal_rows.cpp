// Merging of equal rows and columns for the search for optimal trees.
#include "train/optimal_rows.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace spinney {
namespace {

using optimal::CountedClasses;
using optimal::RowTargets;
using optimal::SquareLoss;
using optimal::Subset;
using optimal::WeightedClasses;

// Rounds to a grid on which sums are exact.
double grid_weight(const Targets& t, Row r) { return t.weight_part(r, 0); }
double grid_sum(const Targets& t, Row r) { return t.parts[std::size_t{2} * r]; }

// Renumbers the codes that occur as 0, 1, ...; returns the original codes.
std::vector<Code> rename(std::vector<Code>& codes, Code n_codes) {
  std::vector<Code> name(n_codes), old;
  for (const Code c : codes) name[c] = 1;
  for (Code c = 0; c < n_codes; ++c)
    if (name[c]) {
      name[c] = static_cast<Code>(old.size());
      old.push_back(c);
    }
  for (Code& c : codes) c = name[c];
  return old;
}

// Orders the categories by their mean target, or by their share of the second class.
OptimalColumn by_mean(const OptimalColumn& column, const Targets& t) {
  const std::size_t n_levels = column.coded.size();
  std::vector<double> sum(n_levels), weight(n_levels);
  for (Row r = 0; r < column.codes.size(); ++r) {
    const Code c = column.codes[r];
    weight[c] += grid_weight(t, r);
    sum[c] += t.classification() ? grid_weight(t, r) * t.class_of(r, 0) : grid_sum(t, r);
  }
  std::vector<Code> order(n_levels), place(n_levels);
  std::iota(order.begin(), order.end(), Code{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Code a, Code b) { return sum[a] / weight[a] < sum[b] / weight[b]; });
  OptimalColumn ordered{column.feature, false, column.codes, {}};
  for (Code k = 0; k < n_levels; ++k) {
    place[order[k]] = k;
    ordered.coded.push_back(column.coded[order[k]]);
  }
  for (Code& c : ordered.codes) c = place[c];
  return ordered;
}

// Sorts rows so that equal rows are adjacent, with equal classes next to each other.
std::vector<Row> sorted_rows(const std::vector<OptimalColumn>& columns, const Targets& t) {
  std::vector<Row> order(t.n_rows);
  std::iota(order.begin(), order.end(), Row{0});
  std::sort(order.begin(), order.end(), [&](Row a, Row b) {
    for (const OptimalColumn& c : columns)
      if (c.codes[a] != c.codes[b]) return c.codes[a] < c.codes[b];
    if (t.classification() && t.class_of(a, 0) != t.class_of(b, 0))
      return t.class_of(a, 0) < t.class_of(b, 0);
    return a < b;
  });
  return order;
}

bool same_codes(const std::vector<OptimalColumn>& columns, Row a, Row b) {
  return std::all_of(columns.begin(), columns.end(),
                     [&](const OptimalColumn& c) { return c.codes[a] == c.codes[b]; });
}

template <class Loss>
struct Adder;

template <class Value>
struct Adder<optimal::ClassLoss<Value>> {
  const Targets& t;
  bool same(Row a, Row b) const { return t.class_of(a, 0) == t.class_of(b, 0); }
  void begin(RowTargets<Value>& to, Row r) const { to.plane.push_back(t.class_of(r, 0)); }
  void add(RowTargets<Value>& to, Row r) const {
    const Value w = std::is_integral_v<Value> ? static_cast<Value>(t.multiple_of(r))
                                              : static_cast<Value>(grid_weight(t, r));
    to.weight.back() += w;
    to.max_loss.back() += static_cast<double>(w);
    to.change.back() += static_cast<double>(w);
  }
  // Rows [first, size) have equal codes, so all but the heaviest class are misclassified by any
  // tree.
  static void finalize(RowTargets<Value>& to, std::size_t first) {
    std::size_t heaviest = first;
    for (std::size_t i = first; i < to.size(); ++i) {
      if (to.weight[i] > to.weight[heaviest]) heaviest = i;
      to.floor[i] = to.max_loss[i];
    }
    to.floor[heaviest] = 0;
  }
};

template <>
struct Adder<SquareLoss> {
  const Targets& t;
  double low, high;  // range of the centered targets
  explicit Adder(const Targets& targets) : t(targets), low(target(0)), high(target(0)) {
    for (Row r = 1; r < t.n_rows; ++r) {
      low = std::min(low, target(r));
      high = std::max(high, target(r));
    }
  }
  double target(Row r) const { return (t.y[r] - t.center[0]) * t.y_scale; }
  bool same(Row, Row) const { return true; }
  void begin(RowTargets<double>& to, Row) const { to.sum.push_back(0); }
  void add(RowTargets<double>& to, Row r) const {
    const double w = grid_weight(t, r), y = target(r), far = std::max(y - low, high - y);
    to.weight.back() += w;
    to.sum.back() += grid_sum(t, r);
    to.max_loss.back() += w * y * y;
    to.change.back() += w * far * far;
  }
  static void finalize(RowTargets<double>& to, std::size_t first) {
    for (std::size_t i = first; i < to.size(); ++i)
      to.floor[i] = to.count[i] == 1
                        ? 0
                        : std::max(0.0, to.max_loss[i] - to.sum[i] * to.sum[i] / to.weight[i]);
  }
};

// Row indices sorted by class.
template <class Value>
std::vector<std::uint32_t> class_order(const RowTargets<Value>& rows) {
  std::vector<std::uint32_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0u);
  if (!rows.plane.empty())
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return rows.plane[a] < rows.plane[b]; });
  return order;
}

}  // namespace

bool has_integer_weights(const Targets& t) {
  constexpr std::size_t kMax =
      std::size_t{1} << 28;  // headroom for sums of scores and for the cost of forbidden leaves
  if (t.weights() == Weights::parts) return false;
  std::size_t total = 0;
  for (Row r = 0; r < t.n_rows; ++r) total += t.multiple_of(r);
  return total < kMax;
}

std::vector<OptimalColumn> optimal_columns(const EncodedMatrix& matrix,
                                           const std::vector<Row>& rows, const Targets& targets) {
  std::vector<OptimalColumn> columns;
  for (std::size_t j = 0; j < matrix.columns.size(); ++j) {
    const EncodedColumn& from = matrix.columns[j];
    OptimalColumn column{
        static_cast<std::uint32_t>(j), from.categorical, std::vector<Code>(rows.size()), {}};
    gather_codes(from, rows.data(), rows.size(), column.codes.data());
    const auto n_missing = std::count(column.codes.begin(), column.codes.end(), kMissing);
    require(n_missing == 0 || static_cast<std::size_t>(n_missing) == rows.size(),
            "a value is missing");
    if (n_missing > 0) continue;
    column.coded = rename(column.codes, from.n_codes);
    if (column.coded.size() < 2) continue;
    const bool one_number = !targets.classification() || targets.n_classes[0] <= 2;
    const bool ordered = from.categorical && one_number && column.coded.size() > 3;
    columns.push_back(std::move(column));
    if (ordered) columns.push_back(by_mean(columns.back(), targets));
  }
  return columns;
}

template <class Loss>
Subset<Loss> optimal_rows(const std::vector<OptimalColumn>& columns, const Targets& targets,
                          const optimal::CellShape& shape) {
  Subset<Loss> all;
  const Adder<Loss> adder{targets};
  RowTargets<typename Loss::Value>& to = all.targets;
  std::vector<Row> example;  // one row per group
  std::size_t first = 0;     // first group with the same codes
  const std::vector<Row> order = sorted_rows(columns, targets);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && same_codes(columns, order[i - 1], order[i]);
    if (i > 0 && !same) {
      adder.finalize(to, first);
      first = example.size();
    }
    if (!same || !adder.same(order[i - 1], order[i])) {
      example.push_back(order[i]);
      for (auto* sums : {&to.max_loss, &to.change, &to.floor}) sums->push_back(0);
      to.weight.push_back(0);
      to.count.push_back(0);
      adder.begin(to, order[i]);
    }
    adder.add(to, order[i]);
    ++to.count.back();
  }
  adder.finalize(to, first);
  const std::vector<std::uint32_t> by_class = class_order(to);
  to = to.take(by_class);
  std::vector<optimal::SubsetColumn> shown;
  for (const OptimalColumn& column : columns) {
    optimal::SubsetColumn c;
    c.id = shown.size();
    c.nominal = column.nominal;
    for (const auto i : by_class) c.codes.push_back(column.codes[example[i]]);
    c.global.resize(*std::max_element(c.codes.begin(), c.codes.end()) + std::size_t{1});
    std::iota(c.global.begin(), c.global.end(), Code{0});
    shown.push_back(std::move(c));
  }
  all.shared_columns = std::make_shared<const std::vector<optimal::SubsetColumn>>(std::move(shown));
  all.n_rows = example.size();
  all.rows.resize(example.size());
  std::iota(all.rows.begin(), all.rows.end(), 0u);  // row ids are arbitrary
  all.add_up(shape);
  return all;
}

template Subset<CountedClasses> optimal_rows(const std::vector<OptimalColumn>&, const Targets&,
                                             const optimal::CellShape&);
template Subset<WeightedClasses> optimal_rows(const std::vector<OptimalColumn>&, const Targets&,
                                              const optimal::CellShape&);
template Subset<SquareLoss> optimal_rows(const std::vector<OptimalColumn>&, const Targets&,
                                         const optimal::CellShape&);

}  // namespace spinney
