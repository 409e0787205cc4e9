#include "grow/field.h"

#include <algorithm>

#include "base/grid.h"

namespace spinney {
namespace {

// Parts of a row smaller than this are not worth their time.
constexpr double kLeastShare = 1e-3;

}  // namespace

double Field::count_whole(std::size_t begin, std::size_t end) const {
  if (share.empty()) return static_cast<double>(end - begin);
  GridSum sum(1.0, end - begin);
  for (std::size_t i = begin; i < end; ++i) sum.add(share[partition.rows()[i]]);
  return sum.value();
}

std::shared_ptr<Field> child_field(Field& field, const NodeRows& node, Side side, std::optional<double> left_share) {
  std::vector<Row> rows;
  std::vector<double> share, factor;
  bool whole = true;
  const double to_left = left_share.value_or(0), to_right = left_share ? 1 - to_left : 0;
  const double here = side == kLeft ? to_left : to_right, there = side == kLeft ? to_right : to_left;
  const double all_or_nothing = here > there || (here == there && left_share && side == kRight);
  for (std::size_t i = node.begin; i < node.end; ++i) {
    const Row row = node.rows[i];
    const Side sent = field.partition.sides()[row];
    const bool divided = field.share_of(row) * std::min(here, there) >= kLeastShare;
    const double part = sent == kAbsent ? (divided ? here : all_or_nothing) : sent == side;
    if (part == 0) continue;
    rows.push_back(row);
    factor.push_back(part);
    share.push_back(field.share_of(row) * part);
    whole &= part == 1;
  }
  const Targets& targets = field.data.targets;
  const std::vector<bool> none_listed(field.data.matrix.columns.size(), false);
  return std::make_shared<Field>(
      take_rows(field.data.matrix, rows.data(), rows.size(), none_listed),
      whole ? targets.take_rows(rows.data(), rows.size()) : targets.take_shares(rows.data(), rows.size(), factor),
      std::move(share));
}

}  // namespace spinney
