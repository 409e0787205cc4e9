// Division of rows among the children of a node, with fractions.
#include "train/row_division.h"

#include <algorithm>
#include <numeric>

#include "base/grid.h"
#include "predict/split_decision.h"

namespace spinney {
namespace {

// Smaller fractions of a row are dropped, as in C4.5.
constexpr double kMinShare = 1e-6;

// A sum of weights of these rows, or of some of them, that does not depend on their order.
GridSum empty_sum(const RowShare* rows, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, rows[i].weight);
  return {largest, n};
}

// Weights of the children's rows that have the value; the others are divided by them.
class KnownWeights {
 public:
  explicit KnownWeights(const std::vector<RowShares>& children) {
    for (const RowShares& rows : children) {
      GridSum sum = empty_sum(rows.data(), rows.size());
      for (const RowShare& r : rows) sum.add(r.weight);
      weights_.push_back(sum.value());
    }
    total_ = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  }

  // Ties: the last.
  std::size_t heaviest() const {
    return static_cast<std::size_t>(weights_.rend() -
                                    std::max_element(weights_.rbegin(), weights_.rend())) -
           1;
  }
  void distribute(const RowShare& r, std::vector<RowShares>& children) const {
    for (std::size_t c = 0; c < weights_.size(); ++c) {
      const double share =
          total_ > 0 ? weights_[c] / total_ : 1.0 / static_cast<double>(weights_.size());
      if (share > kMinShare) children[c].push_back({r.row, r.weight * share});
    }
  }

 private:
  std::vector<double> weights_;
  double total_;
};

// Whether rows without a value were part of the search and its gain.
bool route_is_learned(const Tree& tree, std::size_t node, SplitResult::AbsentKind absent_kind) {
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  const MissingRoute route = absent_kind == SplitResult::unknown ? tree.route_of_unknown(feature)
                                                                 : tree.route_of_missing(feature);
  return tree.is_multivariate(node) || route == MissingRoute::learned;
}

}  // namespace

RowDivision divide_rows(const Tree& tree, std::size_t node, const Table& table,
                        const RowShares& rows) {
  RowDivision division;
  division.children.resize(tree.n_children[node]);
  const auto cell_of = [&](const RowShare& r) {
    return [&](std::size_t feature) { return cell_value(table.columns[feature], r.row); };
  };
  std::vector<std::pair<RowShare, SplitResult::AbsentKind>> absent;
  for (const RowShare& r : rows) {
    const SplitResult result = evaluate_split(tree, node, table, cell_of(r));
    if (result.absent_kind == SplitResult::none) {
      division.children[result.child].push_back(r);
    } else if (result.absent_kind == SplitResult::unseen && tree.kind[node] == NodeKind::levels) {
      const double level = cell_of(r)(static_cast<std::size_t>(tree.feature[node]));
      division.new_levels[static_cast<std::uint32_t>(level)].push_back(r);
    } else {
      absent.emplace_back(r, result.absent_kind);
    }
  }
  const KnownWeights known(division.children);
  std::vector<RowShares> deferred(division.children.size());
  RowShares unseen;
  for (const auto& [r, absent_kind] : absent) {
    const Decision decision = decide_absent(tree, node, absent_kind, table, cell_of(r));
    if (decision.action == Decision::stop)
      division.stopped.push_back(r);
    else if (decision.action == Decision::all)
      known.distribute(r, deferred);
    else if (route_is_learned(tree, node, absent_kind))
      (absent_kind == SplitResult::unseen ? unseen : division.children[decision.child])
          .push_back(r);
    else
      deferred[decision.by_surrogate() ? decision.child : known.heaviest()].push_back(r);
  }
  RowShares& heaviest_rows = division.children[KnownWeights(division.children).heaviest()];
  heaviest_rows.insert(heaviest_rows.end(), unseen.begin(), unseen.end());
  for (std::size_t c = 0; c < deferred.size(); ++c) {
    division.n_known.push_back(division.children[c].size());
    division.children[c].insert(division.children[c].end(), deferred[c].begin(), deferred[c].end());
  }
  return division;
}

ClassSums::ClassSums(const Tree& tree, const TargetView& target, const RowShare* rows,
                     std::size_t n)
    : classes(tree.value_width()) {
  GridSum all = empty_sum(rows, n);
  std::vector<GridSum> sums(classes.size(), all);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t offset = 0;
    for (std::size_t k = 0; k < tree.n_outputs; ++k) {
      const auto label = static_cast<std::size_t>(target.classes[rows[i].row * tree.n_outputs + k]);
      sums[offset + label].add(rows[i].weight);
      offset += tree.n_classes[k];
    }
    all.add(rows[i].weight);
  }
  weight = all.value();
  std::transform(sums.begin(), sums.end(), classes.begin(), [](auto& sum) { return sum.value(); });
}

double errors_by(const Tree& tree, const ClassSums& rows, const ClassSums& result) {
  double errors = 0;
  std::size_t offset = 0;
  for (const std::uint32_t n : tree.n_classes) {
    const auto begin = result.classes.begin() + static_cast<std::ptrdiff_t>(offset);
    const auto best = static_cast<std::size_t>(std::max_element(begin, begin + n) - begin);
    for (std::size_t c = 0; c < n; ++c) errors += c == best ? 0 : rows.classes[offset + c];
    offset += n;
  }
  return errors / static_cast<double>(tree.n_outputs);
}

}  // namespace spinney
