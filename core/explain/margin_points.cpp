#include "explain/margin_points.h"

#include <algorithm>
#include <cmath>

namespace spinney {

void MarginPoints::set_point(const CellPoint& point) {
  margins_.assign(goal_.n_margins(), 0);
  for (auto& trees : testing_) trees.clear();
  for (std::uint32_t t = 0; t < leaf_.size(); ++t) {
    const CellNode* here = &trees_.nodes()[trees_.roots()[t]];
    while (here->feature != kCellLeaf) {
      auto& trees = testing_[here->feature];
      if (trees.empty() || trees.back() != t) trees.push_back(t);
      here = &trees_.nodes()[trees_.edge_of(*here, point[here->feature]).node];
    }
    leaf_[t] = goal_.leaf(here->first_edge);
    for (std::size_t m = 0; m < margins_.size(); ++m) margins_[m] += leaf_[t][m];
  }
}

bool MarginPoints::reaches(const CellPoint& point) {
  set_point(point);
  if (missing(margins_.data(), false) > 0) return false;
  return missing(margins_.data(), true) <= 0 || check_(point);
}

void MarginPoints::add_line(std::uint32_t node, const CellPoint& point, std::size_t feature,
                            CellRange cells) {
  const CellNode& here = trees_.nodes()[node];
  const std::size_t n = goal_.n_margins();
  if (here.feature == kCellLeaf) {
    const double* values = goal_.leaf(here.first_edge);
    for (std::size_t m = 0; m < n; ++m) {
      line_[cells.first * n + m] += values[m];
      line_[cells.last * n + m] -= values[m];
    }
  } else if (here.feature != feature) {
    add_line(trees_.edge_of(here, point[here.feature]).node, point, feature, cells);
  } else {
    for (std::uint32_t e = here.first_edge; e < here.first_edge + here.n_edges; ++e) {
      const CellEdge& edge = trees_.edges()[e];
      for (const CellRange* r = &trees_.ranges()[edge.first_range]; r < trees_.range_end(edge); ++r)
        if (const CellRange both{std::max(r->first, cells.first), std::min(r->last, cells.last)};
            both.first < both.last)
          add_line(edge.node, point, feature, both);
    }
  }
}

// Trees that do not test the feature on the path of the point have the same leaf in all cells.
void MarginPoints::set_line(const CellPoint& point, std::size_t feature) {
  const std::size_t n = goal_.n_margins(), n_cells = trees_.n_cells(feature);
  line_.assign((n_cells + 1) * n, 0);
  std::copy(margins_.begin(), margins_.end(), line_.begin());
  for (const auto t : testing_[feature]) {
    for (std::size_t m = 0; m < n; ++m) line_[m] -= leaf_[t][m];
    add_line(trees_.roots()[t], point, feature, {0, static_cast<std::uint32_t>(n_cells)});
  }
  for (std::size_t i = n; i < line_.size(); ++i) line_[i] += line_[i - n];
}

double MarginPoints::missing(const double* margins, bool certain) const {
  double sum = 0;
  for (std::size_t m = 0; m < goal_.n_margins(); ++m)
    sum += std::max(0.0, (certain ? goal_.certain(m) : goal_.needed(m)) - margins[m]);
  return sum;
}

// After set_point(): the move that gains most for its cost, or the cheapest that reaches the goal.
bool MarginPoints::step(CellPoint& point, bool certain) {
  const double before = missing(margins_.data(), certain);
  double best_rate = 0, best_cost = INFINITY;
  std::size_t feature = 0;
  std::uint32_t to = 0;
  const std::size_t n_changed = costs_.n_changes(point);
  for (std::size_t f = 0; f < point.size(); ++f) {
    const CellRange& range = costs_.all().range[f];
    if (range.last - range.first < 2 || testing_[f].empty()) continue;
    if (time_.reached()) return false;
    set_line(point, f);
    const double paid = costs_.cost(f, point[f]);
    const std::size_t n_others = n_changed - (point[f] != costs_.own(f));
    for (std::uint32_t c = range.first; c < range.last; ++c) {
      const double cost = costs_.cost(f, c) - paid;
      if (c == point[f] || std::isinf(cost)) continue;
      if (n_others + (c != costs_.own(f)) > costs_.max_changes()) continue;
      const double left = missing_at(c, certain);
      const double gain = before - left;
      if (!(gain > 0)) continue;
      const double rate = gain / std::max(cost, 1e-12);
      const bool better = left <= 0 ? cost < best_cost : std::isinf(best_cost) && rate > best_rate;
      if (!better) continue;
      if (left <= 0) best_cost = cost;
      best_rate = rate;
      feature = f;
      to = c;
    }
  }
  if (best_rate > 0) point[feature] = to;
  return best_rate > 0;
}

bool MarginPoints::find(CellPoint& point) {
  point = costs_.own();
  for (std::size_t i = 0; i < 4 * point.size() + 8; ++i) {
    if (reaches(point)) return true;
    // If the margins are within rounding errors and the model predicts another outcome, only
    // certain margins are progress.
    const bool certain = missing(margins_.data(), false) <= 0;
    if (!step(point, certain)) return false;
  }
  return false;
}

void MarginPoints::improve(CellPoint& point) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < point.size(); ++f) {
      if (point[f] == costs_.own(f)) continue;
      if (time_.reached()) return;
      const CellRange& range = costs_.all().range[f];
      set_point(point);
      set_line(point, f);
      std::vector<std::uint32_t> cells;
      for (std::uint32_t c = range.first; c < range.last; ++c)
        if (costs_.cost(f, c) < costs_.cost(f, point[f]) && missing_at(c, false) <= 0)
          cells.push_back(c);
      std::sort(cells.begin(), cells.end(), [&](std::uint32_t a, std::uint32_t b) {
        return costs_.cost(f, a) < costs_.cost(f, b);
      });
      CellPoint moved = point;
      for (const auto c : cells) {
        moved[f] = c;
        if (!reaches(moved)) continue;
        point = moved;
        changed = true;
        break;
      }
    }
  }
}

}  // namespace spinney
