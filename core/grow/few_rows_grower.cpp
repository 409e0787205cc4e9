#include "grow/few_rows_grower.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "grow/split_record.h"

namespace spinney {
FewRowsGrower::FewRowsGrower(const GrowOptions& options, TreeBuilder& builder, double total_weight)
    : options_(options), builder_(builder), total_weight_(total_weight), allowed_(options.plain() && options.learns_routes() && options.max_leaf_nodes == 0) {}

void FewRowsGrower::grow(FewRowsFinder& finder, const OpenNode& root) {
  root_ = &root;
  gain_unit_ = gain_unit(options_.finder.criterion, root.field->data.targets) / total_weight_;
  const NodeRows rows{root.field->partition.rows(), root.begin, root.end, root.key, root.lower, root.upper};
  open_[0] = {finder.start(rows), root.id, root.depth, root.key};
  for (std::size_t n = 1; n > 0;) {
    node_ = open_[--n];
    if (!split(finder)) {
      if (!std::isnan(node_.rows.impurity)) continue;
      complete(node_.rows);
      builder_.tell(node_.id, record(node_.rows));
      continue;
    }
    for (std::size_t c = 0; c < 2; ++c)
      if (may_split(options_, children_[c], node_.depth + 1, children_[c].n_rows))
        open_[n++] = {children_[c], first_child_ + static_cast<std::int32_t>(c), node_.depth + 1,
                      child_key(node_.key, c)};
  }
}

bool FewRowsGrower::split(FewRowsFinder& finder) {
  Split* split = finder.find(node_.rows, node_.key, children_);
  if (!split) return false;
  const double gain = gain_of(*split);
  if (gain + std::numeric_limits<double>::epsilon() < options_.min_impurity_decrease) return false;
  for (FewNode& child : children_)
    if (!child.pure && !may_split(options_, child, node_.depth + 1, child.n_rows)) complete(child);
  if (!split->saw_missing)
    split->missing_left = heaviest(2, [&](std::size_t c) -> const FewNode& { return children_[c]; }) == 0;
  const NodeRecord left = record(children_[0]), right = record(children_[1]);
  first_child_ = split->question == Question::number
                     ? builder_.split(node_.id, {split->feature, split->threshold, split->missing_left, gain}, left, right)
                     : builder_.split(node_.id, split_record(*split, gain, 1), left, right);
  return true;
}

double FewRowsGrower::gain_of(const Split& split) const {
  if (std::isnan(node_.rows.impurity)) return split.score / node_.rows.weight * gain_unit_;
  return impurity_decrease(node_.rows, 2, [&](std::size_t c) -> const FewNode& { return children_[c]; }, total_weight_);
}

NodeRecord FewRowsGrower::record(const FewNode& node) const {
  const Targets& targets = root_->field->data.targets;
  return {node.n_rows, node.weight * targets.weight_scale, node.impurity,
          std::span(node.value).first(targets.value_width())};
}

void FewRowsGrower::complete(FewNode& node) const {
  if (!std::isnan(node.impurity)) return;
  const Field& field = *root_->field;
  Row rows[FewRowsFinder::kMost];
  std::size_t n = 0;
  for (RowBits rest = node.rows; rest != 0; rest &= rest - 1)
    rows[n++] = field.partition.rows()[root_->begin + static_cast<std::size_t>(std::countr_zero(rest))];
  const NodeSummary summary = summarise(options_.finder.criterion, field.data.targets, rows, n);
  node.impurity = summary.impurity;
  std::copy(summary.value.begin(), summary.value.end(), node.value.begin());
}

}  // namespace spinney
