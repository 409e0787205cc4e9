#include "train/row_division.h"

#include <algorithm>

#include "predict/questions.h"

namespace spinney {
namespace {

// A smaller share of a row is dropped, as in C4.5.
constexpr double kLeastShare = 1e-6;

double sum_of(const RowShares& rows) {
  double sum = 0;
  for (const RowShare& r : rows) sum += r.weight;
  return sum;
}

// Sends rows without an answer to all children, by the weights of those that have one.
void share_out(RowDivision& division, const RowShares& rows) {
  const std::size_t n = division.children.size();
  std::vector<double> share(n);
  double known = 0;
  for (std::size_t c = 0; c < n; ++c) known += share[c] = sum_of(division.children[c]);
  for (std::size_t c = 0; c < n; ++c) {
    share[c] = known > 0 ? share[c] / known : 1.0 / static_cast<double>(n);
    if (!(share[c] > kLeastShare)) continue;
    for (const RowShare& r : rows) division.children[c].push_back({r.row, r.weight * share[c]});
  }
}

}  // namespace

RowDivision divide_rows(const Tree& tree, std::size_t node, const Table& table, const RowShares& rows) {
  RowDivision division;
  division.children.resize(tree.n_children[node]);
  RowShares to_all;
  for (const RowShare& r : rows) {
    const auto cell = [&](std::size_t feature) { return cell_value(table.columns[feature], r.row); };
    const Answer answer = answer_at(tree, node, table, cell);
    if (answer.why == Answer::unseen && tree.kind[node] == NodeKind::levels) {
      division.new_levels[static_cast<std::uint32_t>(cell(static_cast<std::size_t>(tree.feature[node])))].push_back(r);
      continue;
    }
    const Turn turn = answer.why == Answer::given ? Turn{Turn::one, answer.child}
                                                  : turn_without_answer(tree, node, answer.why, table, cell);
    if (turn.way == Turn::one) division.children[turn.child].push_back(r);
    if (turn.way == Turn::all) to_all.push_back(r);
    if (turn.way == Turn::stop) division.stopped.push_back(r);
  }
  for (const RowShares& child : division.children) division.n_known.push_back(child.size());
  if (!to_all.empty()) share_out(division, to_all);
  return division;
}

ClassSums::ClassSums(const Tree& tree, const TargetView& target, const RowShare* rows, std::size_t n)
    : classes(tree.value_width()) {
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t offset = 0;
    for (std::size_t k = 0; k < tree.n_outputs; ++k) {
      const auto label = static_cast<std::size_t>(target.classes[rows[i].row * tree.n_outputs + k]);
      classes[offset + label] += rows[i].weight;
      offset += tree.n_classes[k];
    }
    weight += rows[i].weight;
  }
}

double errors_by(const Tree& tree, const ClassSums& rows, const ClassSums& answer) {
  double errors = 0;
  std::size_t offset = 0;
  for (const std::uint32_t n : tree.n_classes) {
    const auto begin = answer.classes.begin() + static_cast<std::ptrdiff_t>(offset);
    const auto best = static_cast<std::size_t>(std::max_element(begin, begin + n) - begin);
    for (std::size_t c = 0; c < n; ++c) errors += c == best ? 0 : rows.classes[offset + c];
    offset += n;
  }
  return errors / static_cast<double>(tree.n_outputs);
}

}  // namespace spinney
