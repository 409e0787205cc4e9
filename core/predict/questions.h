// What a node makes of a row: its question, and what stands in for the answer where the row has
// none.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/term.h"
#include "data/table.h"
#include "model/tree.h"

namespace spinney {

// A child's number, or why there is none.
struct Answer {
  enum Why : std::uint8_t { given, missing, unknown, unseen } why = given;
  std::uint32_t child = 0;

  static Answer of(std::uint32_t child) { return {given, child}; }
  static Answer left_if(bool left) { return {given, left ? 0u : 1u}; }
};

inline Answer ask_number(double x, double threshold) {
  if (std::isnan(x)) return {Answer::missing};
  return Answer::left_if(x <= threshold);
}

// A level's number, or why it is none.
inline Answer::Why read_level(double x, std::uint32_t n_levels, std::uint32_t& level) {
  if (!(x >= 0)) return Answer::missing;
  if (x >= n_levels) return Answer::unknown;
  level = static_cast<std::uint32_t>(x);
  return Answer::given;
}

// `unseen` is a category that training knows, but not from this node.
inline Answer ask_category(const Tree& tree, std::uint32_t first, std::uint32_t length, double x,
                           std::uint32_t n_levels) {
  std::uint32_t level = 0;
  if (const auto why = read_level(x, n_levels, level); why != Answer::given) return {why};
  if (!tree.in_set(first + length, length, level)) return {Answer::unseen};
  return Answer::left_if(tree.in_set(first, length, level));
}

inline Answer ask_intervals(const Tree& tree, std::size_t node, double x) {
  if (std::isnan(x)) return {Answer::missing};
  const auto cuts = tree.cuts.begin() + tree.set_first[node];
  return Answer::of(
      static_cast<std::uint32_t>(std::lower_bound(cuts, cuts + tree.set_length[node], x) - cuts));
}

inline Answer ask_levels(const Tree& tree, std::size_t node, double x, std::uint32_t n_levels) {
  std::uint32_t level = 0;
  if (const auto why = read_level(x, n_levels, level); why != Answer::given) return {why};
  const std::int32_t child =
      level < tree.set_length[node] ? tree.level_child[tree.set_first[node] + level] : -1;
  if (child < 0) return {Answer::unseen};
  return Answer::of(static_cast<std::uint32_t>(child));
}

// As measure() of training does.
template <class Cell>
Answer ask_several(const Tree& tree, std::size_t node, Cell&& cell) {
  double sum = 0;
  bool any = false;
  for (std::uint32_t k = tree.set_first[node]; k < tree.set_first[node] + tree.set_length[node];
       ++k) {
    const double x = cell(static_cast<std::size_t>(tree.term_feature[k]));
    if (std::isnan(x)) continue;
    any = true;
    sum += term_value(tree.kind[node] == NodeKind::sphere, tree.term_factor[k], tree.term_centre[k],
                      x);
  }
  if (!any) return {Answer::missing};
  return Answer::left_if(sum <= tree.threshold[node]);
}

// A row's way through a node: to one child, to all by their weights, or no further.
struct Turn {
  enum Way : std::uint8_t { one, all, stop } way;
  std::uint32_t child = 0;
  bool absent = false;  // the row has no answer to the node's question
  bool by_surrogate = false;
};

// cell(feature) is the row's value as float64.
template <class Cell>
Answer ask_surrogate(const Tree& tree, std::size_t k, const Table& table, Cell&& cell) {
  const Alternatives& a = tree.surrogates;
  const auto feature = static_cast<std::size_t>(a.feature[k]);
  const double x = cell(feature);
  if (a.kind[k] == NodeKind::category)
    return ask_category(tree, a.set_first[k], a.set_length[k], x, table.columns[feature].levels);
  Answer answer = ask_number(x, a.threshold[k]);
  if (answer.why == Answer::given && a.above_left[k]) answer.child = 1 - answer.child;
  return answer;
}

template <class Cell>
Turn turn_without_answer(const Tree& tree, std::size_t node, Answer::Why why, const Table& table,
                         Cell&& cell) {
  if (tree.kind[node] == NodeKind::levels && why == Answer::unseen) return {Turn::stop, 0, true};
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  const Route route = tree.asks_several(node)  ? Route::learned
                      : why == Answer::unknown ? tree.route_of_unknown(feature)
                                               : tree.route_of_missing(feature);
  const auto to = [](std::uint32_t child) { return Turn{Turn::one, child, true}; };
  switch (route) {
    case Route::fractional: return {Turn::all, 0, true};
    case Route::stop: return {Turn::stop, 0, true};
    case Route::majority: return to(tree.heaviest_child(node));
    case Route::learned:
      if (why != Answer::unseen) return to(tree.missing_child[node]);
      return to(tree.heaviest_child(node));
    case Route::surrogate: break;
  }
  for (auto k = tree.surrogates.begin(node); k < tree.surrogates.end(node); ++k)
    if (const Answer other = ask_surrogate(tree, k, table, cell); other.why == Answer::given)
      return {Turn::one, other.child, true, true};
  return to(tree.missing_child[node]);
}

template <class Cell>
Answer answer_at(const Tree& tree, std::size_t node, const Table& table, Cell&& cell) {
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  switch (tree.kind[node]) {
    case NodeKind::number: return ask_number(cell(feature), tree.threshold[node]);
    case NodeKind::category:
      return ask_category(tree, tree.set_first[node], tree.set_length[node], cell(feature),
                          table.columns[feature].levels);
    case NodeKind::intervals: return ask_intervals(tree, node, cell(feature));
    case NodeKind::levels:
      return ask_levels(tree, node, cell(feature), table.columns[feature].levels);
    default: return ask_several(tree, node, cell);
  }
}

template <class Cell>
Turn turn_at(const Tree& tree, std::size_t node, const Table& table, Cell&& cell) {
  const Answer answer = answer_at(tree, node, table, cell);
  if (answer.why == Answer::given) return {Turn::one, answer.child};
  return turn_without_answer(tree, node, answer.why, table, cell);
}

}  // namespace spinney
