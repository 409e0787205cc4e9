#include "explain/margin_points.h"

#include <algorithm>
#include <cmath>

namespace spinney {

bool MarginPoints::reaches(const CellPoint& point) {
  const std::size_t n = goal_.n_margins();
  line_.assign(n, 0);
  for (std::uint32_t node : trees_.roots()) {
    const CellNode* here = &trees_.nodes()[node];
    while (here->feature != kCellLeaf)
      here = &trees_.nodes()[trees_.edge_of(*here, point[here->feature]).node];
    const double* values = goal_.leaf(here->first_edge);
    for (std::size_t m = 0; m < n; ++m) line_[m] += values[m];
  }
  bool certain = true;
  for (std::size_t m = 0; m < n; ++m) {
    if (!(line_[m] >= goal_.needed(m))) return false;
    certain = certain && line_[m] >= goal_.certain(m);
  }
  return certain || check_(point);
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

void MarginPoints::set_line(const CellPoint& point, std::size_t feature) {
  const std::size_t n = goal_.n_margins(), n_cells = trees_.n_cells(feature);
  line_.assign((n_cells + 1) * n, 0);
  for (const auto root : trees_.roots())
    add_line(root, point, feature, {0, static_cast<std::uint32_t>(n_cells)});
  for (std::size_t i = n; i < line_.size(); ++i) line_[i] += line_[i - n];
}

// How far the margins of a cell of the line are below what is needed.
double MarginPoints::missing_at(std::uint32_t cell) const {
  double missing = 0;
  for (std::size_t m = 0; m < goal_.n_margins(); ++m)
    missing += std::max(0.0, goal_.needed(m) - line_[cell * goal_.n_margins() + m]);
  return missing;
}

// The move that gains most for its cost, or the cheapest that reaches the goal.
bool MarginPoints::step(CellPoint& point, double missing) {
  double best_rate = 0, best_cost = INFINITY;
  std::size_t feature = 0;
  std::uint32_t to = 0;
  for (std::size_t f = 0; f < point.size(); ++f) {
    const CellRange& range = costs_.all().range[f];
    if (range.last - range.first < 2) continue;
    set_line(point, f);
    const double paid = costs_.cost(f, point[f]);
    CellPoint moved = point;
    for (std::uint32_t c = range.first; c < range.last; ++c) {
      moved[f] = c;
      const double cost = costs_.cost(f, c) - paid;
      if (c == point[f] || std::isinf(cost) || !costs_.allows_changes(moved)) continue;
      const double left = missing_at(c);
      const double gain = missing - left;
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
    double missing = 0;  // reaches() has set the margins of the point
    for (std::size_t m = 0; m < goal_.n_margins(); ++m)
      missing += std::max(0.0, goal_.needed(m) - line_[m]);
    if (!step(point, missing)) return false;
  }
  return false;
}

void MarginPoints::improve(CellPoint& point) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < point.size(); ++f) {
      if (point[f] == costs_.own(f)) continue;
      const CellRange& range = costs_.all().range[f];
      set_line(point, f);
      std::vector<std::uint32_t> cells;
      for (std::uint32_t c = range.first; c < range.last; ++c)
        if (costs_.cost(f, c) < costs_.cost(f, point[f]) && missing_at(c) <= 0) cells.push_back(c);
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
