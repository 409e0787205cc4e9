#include "explain/counterfactual.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <queue>

#include "explain/cost_bound.h"
#include "explain/leaf_search.h"
#include "explain/margin_points.h"

namespace spinney {
namespace {

constexpr double kGap = 1e-9;  // relative difference to the bound that counts as optimal
constexpr int kRootRounds = 60;
constexpr double kStartSeconds = 0.1;  // a shorter time limit leaves this for a first point

// A part of the allowed cells: that of its parent, with a range of one feature.
struct BoxNode {
  std::int64_t parent;
  std::uint32_t goal, feature;
  CellRange range;
  std::uint32_t split_feature, split_cell;  // how it is divided
  double scale = 1;                         // of the multipliers
};

class Search {
 public:
  Search(const CellTrees& trees, const MarginGoals& goals, const RowCosts& costs,
         const CheckGoal& check, double time_limit, Interrupt& interrupt)
      : trees_(trees),
        costs_(costs),
        time_(time_limit, interrupt),
        start_time_(std::max(time_limit, kStartSeconds), interrupt) {
    found_.cost = INFINITY;
    for (std::size_t g = 0; g < goals.size(); ++g) {
      interrupt.poll();
      bounds_.push_back(std::make_unique<CostBound>(trees, *goals[g], costs));
      points_.push_back(std::make_unique<MarginPoints>(
          trees, *goals[g], costs, [&check, g](const CellPoint& point) { return check(g, point); },
          start_time_));
    }
  }

  Counterfactual run();

 private:
  using Open = std::pair<double, std::int64_t>;  // bound, box

  void start();
  void offer(const CellPoint& point, std::size_t goal);
  // Examines a box: keeps it open, with its bound, unless it has nothing better.
  void examine(BoxNode node, const CellBox& box, double bound, int n_rounds);
  void try_selected(const CellBox& box, std::size_t goal);
  bool choose_split(const CellBox& box, BoxNode& node) const;
  bool split_trees(const CellBox& box, BoxNode& node) const;
  CellBox box_of(std::int64_t id) const;
  double limit() const { return found_.cost * (1 - kGap); }

  const CellTrees& trees_;
  const RowCosts& costs_;
  SearchLimit time_, start_time_;
  std::vector<std::unique_ptr<CostBound>> bounds_;
  std::vector<std::unique_ptr<MarginPoints>> points_;
  Counterfactual found_;
  std::vector<BoxNode> nodes_;
  std::priority_queue<Open, std::vector<Open>, std::greater<Open>> open_;
};

void Search::offer(const CellPoint& point, std::size_t goal) {
  CellPoint better = point;
  points_[goal]->improve(better);
  const double cost = costs_.total(better);
  if (!(cost < found_.cost)) return;
  found_.cost = cost;
  found_.cells = better;
  found_.goal = goal;
}

// The point in the box at which every feature is as far as some selected leaf requires.
void Search::try_selected(const CellBox& box, std::size_t goal) {
  CellPoint point(box.range.size());
  for (std::size_t f = 0; f < point.size(); ++f) point[f] = costs_.cheapest(f, box.range[f]);
  std::vector<double> cost = box.cost;
  for (std::size_t t = 0; t < trees_.roots().size(); ++t)
    for (const auto e : bounds_[goal]->path(t)) {
      const CellEdge& edge = trees_.edges()[e];
      if (costs_.edge(e) <= cost[edge.feature]) continue;
      for (const CellRange* r = &trees_.ranges()[edge.first_range]; r < trees_.range_end(edge);
           ++r) {
        const CellRange& range = box.range[edge.feature];
        const CellRange both{std::max(r->first, range.first), std::min(r->last, range.last)};
        if (both.first >= both.last) continue;
        const auto cell = costs_.cheapest(edge.feature, both);
        if (std::isinf(costs_.cost(edge.feature, cell))) continue;
        point[edge.feature] = cell;
        cost[edge.feature] = costs_.cost(edge.feature, cell);
        break;
      }
    }
  if (costs_.total(point) < found_.cost * 2 && costs_.allows_changes(point) &&
      points_[goal]->reaches(point))
    offer(point, goal);
}

// Divides the feature on which the selected leaves disagree most.
bool Search::choose_split(const CellBox& box, BoxNode& node) const {
  const CostBound& bound = *bounds_[node.goal];
  const std::size_t n = box.range.size();
  std::vector<double> most(n), paid(n), extra(n);
  std::vector<std::uint32_t> edge_of(n);
  for (std::size_t t = 0; t < trees_.roots().size(); ++t) {
    for (const auto e : bound.path(t)) {
      const auto f = trees_.edges()[e].feature;
      const double c = costs_.edge(e) - box.cost[f];
      if (c > extra[f]) {
        paid[f] += bound.share(t, f) * (c - extra[f]);
        extra[f] = c;
      }
      if (c > most[f]) {
        most[f] = c;
        edge_of[f] = e;
      }
    }
    for (const auto e : bound.path(t)) extra[trees_.edges()[e].feature] = 0;
  }
  double widest = 0;
  for (std::uint32_t f = 0; f < n; ++f)
    if (most[f] - paid[f] > widest) {
      widest = most[f] - paid[f];
      node.split_feature = f;
    }
  if (!(widest > 1e-9 * found_.cost) && !(widest > 1e-12)) return split_trees(box, node);
  const std::uint32_t f = node.split_feature;
  const CellEdge& edge = trees_.edges()[edge_of[f]];
  const CellRange& range = box.range[f];
  const std::uint32_t near = costs_.cheapest(f, range);
  const CellRange r = trees_.ranges()[edge.first_range];
  node.split_cell = r.first > near ? r.first : r.last;
  if (node.split_cell > range.first && node.split_cell < range.last) return true;
  return split_trees(box, node);
}

// Divides the cells that some split in the box sends to several children. Returns false if the box
// has one leaf of each tree: the prediction is the same at all its points.
bool Search::split_trees(const CellBox& box, BoxNode& node) const {
  for (std::uint32_t at : trees_.roots())
    while (trees_.nodes()[at].feature != kCellLeaf) {
      const CellNode& here = trees_.nodes()[at];
      const CellRange& range = box.range[here.feature];
      const CellEdge& edge = trees_.edge_of(here, costs_.cheapest(here.feature, range));
      for (const CellRange* r = &trees_.ranges()[edge.first_range]; r < trees_.range_end(edge);
           ++r) {
        if (r->first >= range.last || range.first >= r->last) continue;
        if (r->first <= range.first && range.last <= r->last) continue;
        node.split_feature = here.feature;
        node.split_cell = r->first > range.first ? r->first : r->last;
        return true;
      }
      at = edge.node;
    }
  return false;
}

void Search::examine(BoxNode node, const CellBox& box, double bound, int n_rounds) {
  ++found_.n_boxes;
  CostBound& bounds = *bounds_[node.goal];
  if (!bounds.reachable(box)) return;
  bounds.set_scale(node.scale);
  const double found =
      n_rounds > 0 ? bounds.tune(box, n_rounds, limit(), start_time_) : bounds.lower(box);
  bound = std::max(bound, bounds.rescale(box, found, limit()));
  if (bound >= limit()) return;
  node.scale = bounds.scale();
  CellPoint cheapest(box.range.size());
  for (std::size_t f = 0; f < cheapest.size(); ++f) cheapest[f] = costs_.cheapest(f, box.range[f]);
  if (costs_.allows_changes(cheapest) && points_[node.goal]->reaches(cheapest)) {
    offer(cheapest, node.goal);
    return;
  }
  try_selected(box, node.goal);
  if (bound >= limit() || !choose_split(box, node)) return;
  nodes_.push_back(node);
  open_.emplace(bound, static_cast<std::int64_t>(nodes_.size() - 1));
}

CellBox Search::box_of(std::int64_t id) const {
  CellBox box = costs_.all();
  for (; id >= 0; id = nodes_[static_cast<std::size_t>(id)].parent) {
    const BoxNode& node = nodes_[static_cast<std::size_t>(id)];
    if (node.feature != kCellLeaf) costs_.restrict_to(box, node.feature, node.range);
  }
  return box;
}

void Search::start() {
  for (std::size_t g = 0; g < points_.size(); ++g)
    if (CellPoint point; points_[g]->find(point)) offer(point, g);
  for (std::uint32_t g = 0; g < points_.size(); ++g) {
    if (start_time_.reached()) {
      open_.emplace(0.0, -1);  // the remaining goals have no bound
      return;
    }
    CellBox box = costs_.all();
    if (costs_.shrink(box, limit())) examine({-1, g, kCellLeaf, {0, 0}, 0, 0}, box, 0, kRootRounds);
  }
}

Counterfactual Search::run() {
  start();
  while (!open_.empty() && open_.top().first < limit() && !time_.reached()) {
    const auto [bound, id] = open_.top();
    open_.pop();
    const BoxNode node = nodes_[static_cast<std::size_t>(id)];
    const CellBox whole = box_of(id);
    const auto f = node.split_feature;
    const CellRange parts[] = {{whole.range[f].first, node.split_cell},
                               {node.split_cell, whole.range[f].last}};
    for (const CellRange& range : parts) {
      CellBox box = whole;
      if (costs_.restrict_to(box, f, range) && costs_.shrink(box, limit()))
        examine({id, node.goal, f, range, 0, 0, node.scale}, box, std::max(bound, box.total), 0);
    }
  }
  found_.bound = open_.empty() ? found_.cost : std::min(open_.top().first, found_.cost);
  return found_;
}

}  // namespace

Counterfactual find_counterfactual(const CellTrees& trees, const MarginGoals& goals,
                                   const RowCosts& costs, double time_limit, const CheckGoal& check,
                                   Interrupt& interrupt) {
  if (trees.roots().size() == 1) return find_leaf(trees, goals, costs, check, interrupt);
  return Search(trees, goals, costs, check, time_limit, interrupt).run();
}

}  // namespace spinney
