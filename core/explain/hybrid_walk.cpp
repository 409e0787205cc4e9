#include "explain/hybrid_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explain/shap_paths.h"

namespace spinney {
namespace {

bool same_cell(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool same_decision(const Decision& a, const Decision& b) {
  return a.action == b.action && a.child == b.child;
}

}  // namespace

HybridWalk::HybridWalk(const ShapSlots& slots, const std::vector<std::uint32_t>& player, bool pairs)
    : slots_(slots),
      source_(slots.player.size(), open),
      term_sums_(slots.player.size()),
      with_pairs_(pairs) {
  for (const auto feature : slots.feature) player_.push_back(slots.player_slot[player[feature]]);
}

void HybridWalk::start(const Tree& tree, const LaneRow& row) {
  tree_ = &tree;
  row_ = row;
  const std::size_t n = slots_.player.size();
  values_.assign(n * tree.value_width(), 0.0);
  pairs_.assign(with_pairs_ ? n * values_.size() : 0, 0.0);
}

void HybridWalk::add(const LaneRow& background, double weight) {
  background_ = background;
  weight_ = weight;
  walk(0, 1.0);
}

void HybridWalk::finish(double factor, const ShapSums& sums) const {
  const std::size_t width = tree_->value_width(), n = slots_.player.size();
  const auto add = [&](const std::vector<double>& from, std::size_t count, LaneNumbers* to) {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < width; ++j)
        to[i * sums.n_outputs + sums.first_output + j].v[row_.lane] += factor * from[i * width + j];
  };
  add(values_, n, sums.values);
  if (with_pairs_) add(pairs_, n * n, sums.pairs);
}

void HybridWalk::fix(std::uint32_t player, Source source) {
  source_[player] = source;
  (source == from_row ? joined_ : left_out_).push_back(player);
}

void HybridWalk::release(std::uint32_t player) {
  (source_[player] == from_row ? joined_ : left_out_).pop_back();
  source_[player] = open;
}

// Follows the hybrid rows from a node on.
void HybridWalk::walk(std::size_t node, double share) {
  while (tree_->kind[node] != NodeKind::leaf) {
    const Outcome next = tree_->is_multivariate(node) ? outcome_of_terms(node) : outcome(node);
    if (next.player != kNone) {
      for (const Source source : {from_row, from_background}) {
        fix(next.player, source);
        walk(node, share);
        release(next.player);
      }
      return;
    }
    if (next.decision.action == Decision::stop) break;
    const auto first = static_cast<std::size_t>(tree_->first_child[node]);
    if (next.decision.action == Decision::all) {
      const std::vector<double> shares = child_shares(*tree_, node);
      for (std::size_t c = 0; c < shares.size(); ++c) walk(first + c, share * shares[c]);
      return;
    }
    node = first + next.decision.child;
  }
  add_end(node, share);
}

// The decision if no cell of an open player is read that differs; otherwise the player of the first
// such cell.
HybridWalk::Outcome HybridWalk::evaluate(std::size_t node) const {
  std::uint32_t found = kNone;
  const Decision decision = decide(*tree_, node, row_.rows->table(), [&](std::size_t feature) {
    const std::size_t slot = slots_.feature_slot[feature];
    const std::uint32_t player = player_[slot];
    const double a = row_.rows->slot_cell(row_.group, row_.lane, slot);
    if (source_[player] == from_row) return a;
    const double b = background_.rows->slot_cell(background_.group, background_.lane, slot);
    if (source_[player] == from_background) return b;
    if (found == kNone && !same_cell(a, b)) found = player;
    return a;
  });
  return {decision, found};
}

HybridWalk::Outcome HybridWalk::outcome(std::size_t node) {
  const Outcome first = evaluate(node);
  if (first.player == kNone) return first;
  source_[first.player] = from_row;
  const Outcome a = evaluate(node);
  source_[first.player] = from_background;
  const Outcome b = evaluate(node);
  source_[first.player] = open;
  const bool final = a.player == kNone && b.player == kNone;
  return final && same_decision(a.decision, b.decision) ? a : first;
}

// Adds up the terms of a split: those with a known source to the bounds, others by player.
HybridWalk::TermBounds HybridWalk::sum_terms(std::size_t node) {
  TermBounds bounds{0, 0, std::abs(tree_->threshold[node]), false};
  open_players_.clear();
  const std::uint32_t end = tree_->set_first[node] + tree_->set_length[node];
  for (std::uint32_t k = tree_->set_first[node]; k < end; ++k) {
    const std::size_t slot = slots_.feature_slot[tree_->term_feature[k]];
    const std::uint32_t player = player_[slot];
    const double a = row_.rows->slot_cell(row_.group, row_.lane, slot);
    const double b = background_.rows->slot_cell(background_.group, background_.lane, slot);
    const auto term = [&](double x) {
      return std::isnan(x) ? 0.0
                           : term_value(tree_->kind[node] == NodeKind::sphere,
                                        tree_->term_factor[k], tree_->term_center[k], x);
    };
    bounds.size += std::abs(term(a)) + std::abs(term(b));
    if (source_[player] != open || same_cell(a, b)) {
      const double x = source_[player] == from_background ? b : a;
      bounds.low += term(x);
      bounds.high += term(x);
      bounds.known |= !std::isnan(x);
      continue;
    }
    if (std::find(open_players_.begin(), open_players_.end(), player) == open_players_.end()) {
      open_players_.push_back(player);
      term_sums_[player] = {};
    }
    TermSums& sums = term_sums_[player];
    sums.row += term(a);
    sums.background += term(b);
    sums.row_known |= !std::isnan(a);
    sums.background_known |= !std::isnan(b);
  }
  return bounds;
}

// Bounds the sum of the terms over the sources of the open players. If they do not decide, the
// player whose terms differ most is the next to fix; without open players decide() is exact.
HybridWalk::Outcome HybridWalk::outcome_of_terms(std::size_t node) {
  TermBounds bounds = sum_terms(node);
  if (open_players_.empty()) return evaluate(node);
  const auto spread = [&](std::uint32_t player) {
    return std::abs(term_sums_[player].row - term_sums_[player].background);
  };
  std::uint32_t widest = open_players_.front();
  for (const std::uint32_t player : open_players_) {
    const TermSums& sums = term_sums_[player];
    bounds.low += std::min(sums.row, sums.background);
    bounds.high += std::max(sums.row, sums.background);
    bounds.known |= sums.row_known && sums.background_known;
    if (spread(player) > spread(widest)) widest = player;
  }
  const double margin = 4 * static_cast<double>(tree_->set_length[node]) *
                        std::numeric_limits<double>::epsilon() * bounds.size;
  const double threshold = tree_->threshold[node];
  if (bounds.known && bounds.high + margin <= threshold) return {{Decision::one, 0}, kNone};
  if (bounds.known && bounds.low - margin > threshold) return {{Decision::one, 1}, kNone};
  return {{Decision::one, 0}, widest};
}

void HybridWalk::add_to(std::vector<double>& sums, std::size_t index, const double* value,
                        double factor) {
  const std::size_t width = tree_->value_width();
  for (std::size_t j = 0; j < width; ++j) sums[index * width + j] += factor * value[j];
}

void HybridWalk::add_end(std::size_t node, double share) {
  const std::size_t p = joined_.size(), n = left_out_.size();
  const double* value = &tree_->value[node * tree_->value_width()];
  share *= weight_;
  if (p > 0) {
    const double factor = share * weights_.joined(p, n);
    for (const auto player : joined_) add_to(values_, player, value, factor);
  }
  if (n > 0) {
    const double factor = share * weights_.left_out(p, n);
    for (const auto player : left_out_) add_to(values_, player, value, factor);
  }
  if (with_pairs_) add_pairs(value, share);
}

// Adds the interaction of two players once, to one of their two cells.
void HybridWalk::add_pairs(const double* value, double share) {
  const std::size_t p = joined_.size(), n = left_out_.size(), n_slots = slots_.player.size();
  const auto add_within = [&](const std::vector<std::uint32_t>& players, double factor) {
    for (std::size_t i = 0; i < players.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        add_to(pairs_, players[i] * n_slots + players[j], value, factor);
  };
  if (p > 1) add_within(joined_, share * weights_.both_joined(p, n));
  if (n > 1) add_within(left_out_, share * weights_.both_left_out(p, n));
  if (p == 0 || n == 0) return;
  const double factor = share * weights_.mixed(p, n);
  for (const auto a : joined_)
    for (const auto b : left_out_) add_to(pairs_, a * n_slots + b, value, factor);
}

}  // namespace spinney
