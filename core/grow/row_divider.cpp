// Division of the rows of a node, with routes for missing values.
#include "grow/row_divider.h"

#include <algorithm>
#include <functional>

namespace spinney {
namespace {

// The minimum fraction of a row.
constexpr double kMinShare = 1e-3;

// Fractions of a row by the children's weights; `here` is the fraction in the node. Fractions below
// kMinShare go to the heaviest child (the last of equals).
std::vector<double> fractions_of(double here, const std::vector<double>& by_weight) {
  std::vector<double> fractions = by_weight;
  const auto heaviest =
      static_cast<std::size_t>(by_weight.rend() -
                               std::max_element(by_weight.rbegin(), by_weight.rend())) -
      1;
  double others = 0;
  for (std::size_t c = 0; c < fractions.size(); ++c) {
    if (c == heaviest) continue;
    if (here * fractions[c] < kMinShare) fractions[c] = 0;
    others += fractions[c];
  }
  fractions[heaviest] = 1 - others;
  return fractions;
}

std::vector<double> shares_of(const std::vector<NodeSummary>& children) {
  std::vector<double> shares;
  double total = 0;
  for (const NodeSummary& child : children) total += child.weight;
  for (const NodeSummary& child : children) shares.push_back(child.weight / total);
  return shares;
}

// C4.5 keeps all fractions except those of branches with almost no weight.
std::vector<double> all_fractions_of(const std::vector<double>& by_weight) {
  constexpr double kMinBranch = 1e-6;
  std::vector<double> fractions = by_weight;
  for (double& part : fractions) part = part > kMinBranch ? part : 0;
  return fractions;
}

// Gives each child its own subset. Rows without a value are divided by weight, or left out.
void divide_subset(RowSubset& subset, const NodeRows& node, bool by_weight, bool keep_small_parts,
                   const auto& child_of, Division& division) {
  const std::size_t n_children = division.present->children.size();
  const std::vector<double> shares = shares_of(division.present->children);
  std::vector<RowParts> children(n_children);
  for (std::size_t i = node.begin; i < node.end; ++i) {
    const Row row = node.rows[i];
    if (const std::size_t child = child_of(row); child < n_children) {
      children[child].add(row, 1);
    } else if (by_weight) {
      const std::vector<double> parts =
          keep_small_parts ? all_fractions_of(shares) : fractions_of(subset.share_of(row), shares);
      for (std::size_t c = 0; c < n_children; ++c)
        if (parts[c] != 0) children[c].add(row, parts[c]);
    }
  }
  division.whole = false;
  for (const RowParts& child : children)
    division.children.push_back({child_subset(subset, child), 0, child.rows.size()});
}

}  // namespace

Division::Present RowDivider::summarize_present(const RowSubset& subset, const NodeRows& node,
                                                std::size_t n_children,
                                                const auto& child_of) const {
  std::vector<Row> all;
  std::vector<std::vector<Row>> rows(n_children);
  for (std::size_t i = node.begin; i < node.end; ++i) {
    const Row row = node.rows[i];
    const std::size_t child = child_of(row);
    if (child >= n_children) continue;
    all.push_back(row);
    rows[child].push_back(row);
  }
  const auto summary = [&](const std::vector<Row>& part) {
    return summarize(options_.criterion, subset.data.targets, part.data(), part.size());
  };
  Division::Present present{summary(all), {}};
  for (const auto& part : rows) present.children.push_back(summary(part));
  return present;
}

bool RowDivider::needs_surrogates(const Split& split) const {
  return options_.missing_route(split.feature) == MissingRoute::surrogate ||
         (split.categorical() && options_.unknown_route(split.feature) == MissingRoute::surrogate);
}

// Routes rows without a value; returns false if they have to be divided or left out.
bool RowDivider::finalize(RowSubset& subset, const NodeRows& node, Split& split,
                          int n_threads) const {
  if (split.is_multivariate()) return true;
  const Dataset& data = subset.data;
  Side* sides = subset.partition.sides();
  const MissingRoute route = options_.missing_route(split.feature);
  const bool learned = route == MissingRoute::learned;  // the search has set missing_left
  if (!learned || needs_surrogates(split)) {
    const SideWeights weights =
        sum_side_weights(data.targets, node.rows + node.begin, node.size(), sides);
    if (needs_surrogates(split))
      split.details.make().surrogates =
          find_surrogates(data, node, sides, weights, split.feature, options_.monotonic,
                          options_.max_surrogates, n_threads, interrupt_);
    if (!learned) split.missing_left = weights.left > weights.right;
  }
  if (!split.skipped_missing) return true;
  if (route == MissingRoute::fractional || route == MissingRoute::stop) return false;
  if (route == MissingRoute::surrogate)
    for (const Surrogate& s : split.details->surrogates)
      if (apply_surrogate(data, node, s, sides) == 0) return true;
  for (std::size_t i = node.begin; i < node.end; ++i)
    if (Side& side = sides[node.rows[i]]; side == kAbsent)
      side = split.missing_left ? kLeft : kRight;
  return true;
}

void RowDivider::divide_binary(const std::shared_ptr<RowSubset>& subset, const NodeRows& node,
                               Split& split, int n_threads) {
  Partition& partition = subset->partition;
  const auto set_children = [&](std::size_t middle) {
    division_.children.push_back({subset, node.begin, middle});
    division_.children.push_back({subset, middle, node.end});
  };
  if (!split.is_multivariate() && !split.skipped_missing &&
      subset->data.presorted.features().empty() &&
      options_.missing_route(split.feature) == MissingRoute::learned && !needs_surrogates(split))
    return set_children(
        partition.partition_directly(subset->data, split, node.begin, node.end, scratch_));
  partition.mark_rows(subset->data, split, node.begin, node.end, interrupt_, scratch_);
  const auto child_of = [&](Row row) {
    const Side side = partition.sides()[row];
    return side == kLeft ? std::size_t{0}
                         : static_cast<std::size_t>(side + 1);  // 1: right, 3: absent
  };
  if (split.skipped_missing) division_.present = summarize_present(*subset, node, 2, child_of);
  if (finalize(*subset, node, split, n_threads)) {
    set_children(partition.partition_rows(node.begin, node.end, scratch_));
  } else {
    divide_subset(*subset, node, options_.missing_route(split.feature) == MissingRoute::fractional,
                  options_.criterion == CriterionKind::gain_ratio, child_of, division_);
  }
}

void RowDivider::divide_multiway(const std::shared_ptr<RowSubset>& subset, const NodeRows& node,
                                 Split& split) {
  Partition& partition = subset->partition;
  const std::size_t n_children = split.n_children();
  const MissingRoute route = options_.missing_route(split.feature);
  partition.mark_children(subset->data, split, node.begin, node.end);
  const auto child_of = [&](Row row) { return static_cast<std::size_t>(partition.child_of(row)); };
  if (split.skipped_missing) {
    division_.present = summarize_present(*subset, node, n_children, child_of);
    const auto child = [&](std::size_t c) -> const NodeSummary& {
      return division_.present->children[c];
    };
    if (route != MissingRoute::learned)
      split.missing_child = static_cast<std::uint32_t>(heaviest(n_children, child));
    if (route == MissingRoute::fractional || route == MissingRoute::stop) {
      divide_subset(*subset, node, route == MissingRoute::fractional,
                    options_.criterion == CriterionKind::gain_ratio, child_of, division_);
      return;
    }
    partition.assign_missing(node.begin, node.end, split.missing_child);
  }
  std::size_t begin = node.begin;
  for (const std::size_t end :
       partition.partition_children(node.begin, node.end, n_children, scratch_)) {
    division_.children.push_back({subset, begin, end});
    begin = end;
  }
}

const Division& RowDivider::divide(const std::shared_ptr<RowSubset>& subset, const NodeRows& node,
                                   Split& split, int n_threads) {
  division_.children.clear();
  division_.present.reset();
  division_.whole = true;
  if (split.multiway())
    divide_multiway(subset, node, split);
  else
    divide_binary(subset, node, split, n_threads);
  return division_;
}

void RowDivider::partition_presorted(RowSubset& subset, const Division& division, bool multiway,
                                     int n_threads) {
  if (subset.data.presorted.features().empty()) return;
  std::vector<std::size_t> ends;
  for (const auto& child : division.children) ends.push_back(child.end);
  subset.partition.partition_presorted(subset.data.presorted, division.children.front().begin, ends,
                                       multiway, n_threads, interrupt_, scratch_);
}

}  // namespace spinney
