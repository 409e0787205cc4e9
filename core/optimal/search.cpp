// Branch and bound for optimal trees.
#include "optimal/search.h"

#include <algorithm>
#include <array>

#include "optimal/pairs.h"

namespace spinney::optimal {
namespace {

// Tighten both limits: max_leaves bounds the depth, and the depth bounds the leaves.
Size useful(Size size) {
  size.depth = static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(size.depth), size.max_leaves - 1));
  if (size.depth < 32) size.max_leaves = std::min(size.max_leaves, std::size_t{1} << size.depth);
  return size;
}

std::size_t max_leaves_at(int depth) {
  return depth < 32 ? std::size_t{1} << depth : std::size_t{1} << 32;
}

}  // namespace

template <class Loss>
Solution Search<Loss>::run(const Subset<Loss>& all, Size size) {
  size = useful(size);
  final_depth_ = size.depth;
  const double leaf = all.leaf_error(rules_.shape) + rules_.penalty;
  const double floor = all.floor + rules_.penalty;
  Solution best{floor, leaf, nullptr};
  const Solution initial = greedy(all, size);
  if (initial.cost < best.cost) best = {floor, initial.cost, initial.plan};
  for (int depth = std::min(2, size.depth); depth <= size.depth && depth > 0; ++depth) {
    const Solution found = solve(all, useful({depth, size.max_leaves}), best.cost, 0);
    if (found.found() && found.cost < best.cost) {
      best.cost = found.cost;
      best.plan = found.plan;
    }
    // A bound for shallower trees does not hold for deeper ones.
    if (depth == size.depth) best.bound = std::max(floor, std::min(found.bound, best.cost));
    const bool last = depth == size.depth || control_.has_expired();
    control_.record_progress(best.cost, best.bound, last);
    if (last) break;
  }
  if (size.depth == 0) best.bound = best.cost;
  return best;
}

template <class Loss>
Solution Search<Loss>::solve(const Subset<Loss>& subset, Size size, double limit, int level) {
  size = useful(size);
  const double leaf = subset.leaf_error(rules_.shape) + rules_.penalty,
               floor = subset.floor + rules_.penalty;
  const Solution as_leaf{leaf, leaf < limit ? leaf : kInfinity, nullptr};
  // A split saves at most the avoidable error, and costs one more leaf.
  if (size.depth == 0 || leaf - rules_.penalty - subset.floor <= rules_.penalty + rules_.step * 0.5)
    return as_leaf;
  if (floor >= below(limit)) return {floor, kInfinity, nullptr};
  if (control_.expired()) return {floor, as_leaf.cost, nullptr};
  if (level < 2) return solve_open(subset, size, limit, level);
  const SubproblemKey key{subset.key, static_cast<std::uint32_t>(size.depth),
                          static_cast<std::uint32_t>(size.max_leaves)};
  const auto known = known_.find(key);
  if (known != known_.end() && (known->second.found() || known->second.bound >= below(limit)))
    return known->second;
  const Solution solution = solve_open(subset, size, limit, level);
  if (control_.has_expired()) return solution;
  // Solving may have moved the entries, so `known` is not valid.
  if (known_.size() < kMaxRemembered || known_.contains(key))
    known_.insert_or_assign(key, solution);
  return solution;
}

template <class Loss>
bool Search<Loss>::pairs_are_faster(const Subset<Loss>& subset, int depth) const {
  if (depth != 2 || subset.bits) return depth <= 2;
  constexpr double kMaxCells = 1 << 22, kCellsPerRow = 4, kProbes = 24, kStep = 3;
  const double n = static_cast<double>(subset.size()),
               p = static_cast<double>(subset.columns().size());
  const double planes = static_cast<double>(rules_.shape.size());
  double codes = 0, max_codes = 0, probes = 0;
  for (const SubsetColumn& c : subset.columns()) {
    codes += c.n_codes();
    max_codes = std::max<double>(max_codes, c.n_codes());
    probes += std::min<double>(kProbes, c.n_cuts());
  }
  if (max_codes * codes * planes > kMaxCells) return false;
  return p * p / 2 * n + codes * codes / 2 * planes / kCellsPerRow < probes * p * n * kStep;
}

template <class Loss>
std::vector<Axis> Search<Loss>::axes_of(const Subset<Loss>& subset, const CellShape& shape) {
  std::vector<Axis> axes;
  for (std::size_t j = 0; j < subset.columns().size(); ++j) {
    axes.push_back(make_axis(subset, j, shape));
    if (axes.back().allowed.empty()) axes.pop_back();
  }
  std::stable_sort(axes.begin(), axes.end(),
                   [](const Axis& a, const Axis& b) { return a.priority > b.priority; });
  return axes;
}

template <class Loss>
Solution Search<Loss>::greedy(const Subset<Loss>& subset, Size size) {
  size = useful(size);
  const double leaf = subset.leaf_error(rules_.shape) + rules_.penalty;
  const Solution as_leaf{leaf, leaf, nullptr};
  if (size.depth == 0 || control_.expired()) return as_leaf;
  if (pairs_are_faster(subset, size.depth))
    return PairSearch<Loss>(subset, rules_, control_).solve(size.depth, size.max_leaves);
  const std::vector<Axis> axes = axes_of(subset, rules_.shape);
  if (axes.empty()) return as_leaf;
  const std::size_t column = axes[0].column;
  const Code cut = axes[0].first;
  const std::size_t half = size.max_leaves / 2;
  const Solution left = greedy(subset.side(rules_.shape, column, cut, true),
                               {size.depth - 1, size.max_leaves - half});
  const Solution right =
      greedy(subset.side(rules_.shape, column, cut, false), {size.depth - 1, half});
  const double cost = left.cost + right.cost;
  if (cost >= below(leaf)) return as_leaf;
  const SubsetColumn& c = subset.columns()[column];
  return {cost, cost, std::make_shared<Plan>(Plan{c.id, c.global[cut], left.plan, right.plan})};
}

template <class Loss>
Solution Search<Loss>::solve_open(const Subset<Loss>& subset, Size size, double limit, int level) {
  ++control_.n_subproblems;
  if (pairs_are_faster(subset, size.depth))
    return PairSearch<Loss>(subset, rules_, control_).solve(size.depth, size.max_leaves);
  const double leaf = subset.leaf_error(rules_.shape) + rules_.penalty;
  Node node{subset, size.depth, level, {}, {}, {}, {}, 0, {}, limit, kInfinity, false};
  if (leaf < limit) {
    node.best = {leaf, leaf, nullptr};
    node.limit = leaf;
  }
  node.axes = axes_of(subset, rules_.shape);
  if (size.depth == 2) node.scan.emplace(subset, rules_);
  if constexpr (std::is_same_v<Loss, CountedClasses>)
    if (size.depth == 3) {
      node.bits = bits_of(subset, rules_.shape);
      for (const SubsetColumn& c : subset.columns()) {
        node.first.push_back(node.n_cuts);
        node.n_cuts += c.n_cuts();
      }
    }
  const std::size_t side = max_leaves_at(size.depth - 1);
  const std::size_t min_left = size.max_leaves > side ? size.max_leaves - side : 1;
  const std::size_t max_codes = std::min(side, size.max_leaves - 1);
  node.reports = level == 0 && size.depth == final_depth_ && min_left == max_codes;
  for (std::size_t left = min_left; left <= max_codes; ++left)
    branch(node, {left, size.max_leaves - left});
  node.best.bound = node.best.found() ? node.best.cost : rules_.whole ? limit : below(limit);
  if (control_.has_expired())
    node.best.bound =
        std::max(subset.floor + rules_.penalty, std::min(node.best.bound, node.open_bound));
  return node.best;
}

template <class Loss>
std::vector<Interval> Search<Loss>::first_runs(const Node& node) const {
  std::vector<Interval> runs;
  const auto add = [&](std::size_t a, Code low, Code high) {
    Interval run;
    run.axis = a;
    run.low = low;
    run.high = high;
    run.above_change = kInfinity;
    if (shrink(run, node.axes[a], rules_.penalty, below(node.limit))) runs.push_back(run);
  };
  for (std::size_t a = 0; a < node.axes.size(); ++a) {
    const Axis& axis = node.axes[a];
    if (!axis.nominal) add(a, axis.allowed.front(), axis.allowed.back() + 1);
    for (std::size_t k = 0; axis.nominal && k < axis.allowed.size(); ++k)
      add(a, axis.allowed[k], axis.allowed[k] + 1);
  }
  return runs;
}

template <class Loss>
void Search<Loss>::branch(Node& node, std::array<std::size_t, 2> leaves) {
  std::vector<Interval> runs = first_runs(node);
  std::make_heap(runs.begin(), runs.end(), LaterRun{});
  while (!runs.empty() && !control_.expired()) {
    std::pop_heap(runs.begin(), runs.end(), LaterRun{});
    Interval run = runs.back();
    runs.pop_back();
    const Axis& axis = node.axes[run.axis];
    if (!shrink(run, axis, rules_.penalty, below(node.limit))) continue;
    const bool try_first = run.fresh && run.low <= axis.first && axis.first < run.high;
    const Code cut = try_first ? axis.first : run.low + run.size() / 2;
    const SideBounds found =
        examine_cut(node, axis, cut, bounds_of(run, axis, cut, rules_.penalty), leaves);
    run.fresh = false;
    Interval low = run, high = run;
    low.high = cut;
    high.low = cut + 1;
    // With a minimum leaf size, a side with fewer rows may not allow the same tree, so bounds do
    // not carry over.
    if (!rules_.shape.limited) {
      low.above = high.below = found;
      low.above_change = high.below_change = axis.change[cut];
    }
    for (Interval& part : {std::ref(low), std::ref(high)}) {
      if (part.low >= part.high || !shrink(part, axis, rules_.penalty, below(node.limit))) continue;
      runs.push_back(part);
      std::push_heap(runs.begin(), runs.end(), LaterRun{});
    }
    if (node.reports) record_progress(node, runs);
  }
  for (const Interval& run : runs) node.open_bound = std::min(node.open_bound, run.bound);
}

template <class Loss>
Subset<Loss> Search<Loss>::side_of(const Node& node, const Axis& axis, Code cut, bool left) const {
  if constexpr (std::is_same_v<Loss, CountedClasses>)
    if (node.bits) {
      // Copying the rows shortens the bitsets of the side; it pays if the side is small or has many
      // pairs.
      constexpr double kCopy = 10;  // cost of copying a cell, in words to count
      const double pairs = static_cast<double>(node.n_cuts) * static_cast<double>(node.n_cuts) / 2;
      const double words = static_cast<double>(node.bits->words());
      const double share = left ? axis.left_share(cut) : 1 - axis.left_share(cut);
      const double cells = static_cast<double>(node.subset.size()) *
                           static_cast<double>(node.subset.columns().size());
      if (pairs * words * (1 - share) < kCopy * cells * share)
        return node.subset.side_in_bits(
            *node.bits, axis.column, cut, left, node.first[axis.column] + cut,
            left ? axis.left_floor(cut) : axis.right_floor(cut), rules_.shape);
    }
  return node.subset.side(rules_.shape, axis.column, cut, left);
}

template <class Loss>
std::array<Solution, 2> Search<Loss>::solve_sides(Node& node, const Axis& axis, Code cut,
                                                  SideBounds known,
                                                  std::array<std::size_t, 2> leaves) {
  if (node.scan) {
    ++control_.n_subproblems;
    return node.scan->solve(axis.column, cut, leaves);
  }
  const Subset<Loss> parts[2] = {side_of(node, axis, cut, true), side_of(node, axis, cut, false)};
  std::array<Solution, 2> sides{Solution{known.left, kInfinity, nullptr},
                                Solution{known.right, kInfinity, nullptr}};
  const std::size_t smaller = parts[0].size() <= parts[1].size() ? 0 : 1;
  for (const std::size_t s : {smaller, 1 - smaller}) {
    const double other = sides[1 - s].bound;
    Solution found =
        solve(parts[s], {node.depth - 1, leaves[s]}, node.limit - other, node.level + 1);
    found.bound = std::max(found.bound, sides[s].bound);
    sides[s] = found;
    if (sides[0].bound + sides[1].bound >= below(node.limit)) break;
  }
  return sides;
}

template <class Loss>
SideBounds Search<Loss>::examine_cut(Node& node, const Axis& axis, Code cut, SideBounds known,
                                     std::array<std::size_t, 2> leaves) {
  const std::array<Solution, 2> sides = solve_sides(node, axis, cut, known, leaves);
  const double cost = sides[0].cost + sides[1].cost;
  if (cost < below(node.limit)) {
    const SubsetColumn& c = node.subset.columns()[axis.column];
    node.best = {cost, cost,
                 std::make_shared<Plan>(Plan{c.id, c.global[cut], sides[0].plan, sides[1].plan})};
    node.limit = cost;
  }
  const SideBounds bounds{sides[0].bound, sides[1].bound};
  if (control_.has_expired()) node.open_bound = std::min(node.open_bound, bounds.both());
  return bounds;
}

template <class Loss>
void Search<Loss>::record_progress(const Node& node, const std::vector<Interval>& runs) {
  if (control_.has_expired()) return;
  const double lower = runs.empty() ? node.limit : std::min(node.limit, runs.front().bound);
  control_.record_progress(node.limit, lower);
}

template class Search<CountedClasses>;
template class Search<WeightedClasses>;
template class Search<SquareLoss>;

}  // namespace spinney::optimal
