#include "grow/few_rows_grower.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "grow/split_record.h"
#include "split/search_worker.h"

namespace spinney {
namespace {

// Nothing is asked for that the short loop has not.
bool plain(const GrowOptions& options) {
  const auto learned = [](Route route) { return route == Route::learned; };
  return options.max_leaf_nodes == 0 && !options.features && options.max_surrogates == 0 &&
         std::all_of(options.missing_route.begin(), options.missing_route.end(), learned) &&
         std::all_of(options.unknown_route.begin(), options.unknown_route.end(), learned);
}

}  // namespace

FewRowsGrower::FewRowsGrower(const GrowOptions& options, TreeBuilder& builder, double total_weight)
    : options_(options), builder_(builder), total_weight_(total_weight), allowed_(plain(options)) {}

void FewRowsGrower::grow(FewRowsFinder& finder, const OpenNode& root) {
  root_ = &root;
  const NodeRows rows{root.field->partition.rows(), root.begin, root.end, root.key, root.lower, root.upper};
  finder.start(rows);
  open_[0].rows = ~RowBits{0} >> (FewRowsFinder::kMost - root.size());
  open_[0].id = root.id;
  open_[0].depth = root.depth;
  open_[0].key = root.key;
  open_[0].summary = root.summary;
  for (std::size_t n = 1; n > 0;) {
    std::swap(node_, open_[--n]);
    if (!split(finder)) continue;
    for (Node& child : children_)
      if (may_split(options_, child.summary, child.depth, static_cast<double>(child.n_rows)))
        std::swap(child, open_[n++]);
  }
}

bool FewRowsGrower::split(FewRowsFinder& finder) {
  RowBits left = 0;
  Split split = finder.find(node_.rows, node_.key, left);
  if (!split.found()) return false;
  start_child(0, left);
  start_child(1, node_.rows & ~left);
  const auto child = [&](std::size_t c) -> const NodeSummary& { return children_[c].summary; };
  const double gain = impurity_decrease(node_.summary, 2, child, total_weight_);
  if (gain + std::numeric_limits<double>::epsilon() < options_.min_impurity_decrease) return false;
  if (!split.saw_missing) split.missing_left = heaviest(2, child) == 0;
  set_thresholds(root_->field->data.matrix, split);
  const auto record = [&](const Node& node) {
    return node_record(node.n_rows, node.summary, root_->field->data.targets.weight_scale);
  };
  const std::int32_t id =
      builder_.split(node_.id, split_record(split, gain, 1), record(children_[0]), record(children_[1]));
  children_[0].id = id;
  children_[1].id = id + 1;
  return true;
}

void FewRowsGrower::start_child(std::size_t number, RowBits rows) {
  Node& child = children_[number];
  child.rows = rows;
  child.depth = node_.depth + 1;
  child.key = child_key(node_.key, number);
  const Field& field = *root_->field;
  const Row* all = field.partition.rows() + root_->begin;
  Row own[FewRowsFinder::kMost];
  child.n_rows = 0;
  for (; rows != 0; rows &= rows - 1) own[child.n_rows++] = all[std::countr_zero(rows)];
  summarise(options_.finder.criterion, field.data.targets, own, child.n_rows, child.summary);
}

}  // namespace spinney
