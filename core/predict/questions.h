// What a node makes of a row: its question, and what stands in for the answer where the row has none.
#pragma once

#include <cmath>

#include "data/table.h"
#include "model/tree.h"

namespace spinney {

enum class Answer : std::uint8_t { left, right, missing, unknown, unseen };

inline Answer ask_number(double x, double threshold) {
  if (std::isnan(x)) return Answer::missing;
  return x <= threshold ? Answer::left : Answer::right;
}

// `unseen` is a category that training knows, but not from this node.
inline Answer ask_category(const Tree& tree, std::uint32_t first, std::uint32_t length, double x,
                           std::uint32_t n_levels) {
  if (!(x >= 0)) return Answer::missing;
  if (x >= n_levels) return Answer::unknown;
  const auto level = static_cast<std::uint32_t>(x);
  if (!tree.in_set(first + length, length, level)) return Answer::unseen;
  return tree.in_set(first, length, level) ? Answer::left : Answer::right;
}

// A row's way through a node: to one child, to both by their weights, or no further.
struct Turn {
  enum Way : std::uint8_t { left, right, both, stop } way;
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
  const Answer answer = ask_number(x, a.threshold[k]);
  if (answer == Answer::missing || !a.above_left[k]) return answer;
  return answer == Answer::left ? Answer::right : Answer::left;
}

template <class Cell>
Turn turn_without_answer(const Tree& tree, std::size_t node, Answer answer, const Table& table, Cell&& cell) {
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  const Route route = answer == Answer::unknown ? tree.route_of_unknown(feature) : tree.route_of_missing(feature);
  const auto to = [](bool left) { return Turn{left ? Turn::left : Turn::right, true}; };
  switch (route) {
    case Route::fractional: return {Turn::both, true};
    case Route::stop: return {Turn::stop, true};
    case Route::majority: return to(tree.left_is_heavier(node));
    case Route::learned:
      return to(answer == Answer::unseen ? tree.left_is_heavier(node) : tree.missing_left[node] != 0);
    case Route::surrogate: break;
  }
  for (auto k = tree.surrogates.begin(node); k < tree.surrogates.end(node); ++k) {
    const Answer other = ask_surrogate(tree, k, table, cell);
    if (other == Answer::left || other == Answer::right)
      return {other == Answer::left ? Turn::left : Turn::right, true, true};
  }
  return to(tree.missing_left[node] != 0);
}

template <class Cell>
Turn turn_at(const Tree& tree, std::size_t node, const Table& table, Cell&& cell) {
  const auto feature = static_cast<std::size_t>(tree.feature[node]);
  const double x = cell(feature);
  const Answer answer =
      tree.kind[node] == NodeKind::number
          ? ask_number(x, tree.threshold[node])
          : ask_category(tree, tree.set_first[node], tree.set_length[node], x, table.columns[feature].levels);
  if (answer == Answer::left) return {Turn::left};
  if (answer == Answer::right) return {Turn::right};
  return turn_without_answer(tree, node, answer, table, cell);
}

}  // namespace spinney
