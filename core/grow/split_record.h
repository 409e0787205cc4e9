// Converts a split in codes to a record of the tree builder.
#pragma once

#include <vector>

#include "grow/open_node.h"
#include "model/builder.h"

namespace spinney {

inline LevelSets level_sets(const std::vector<Code>& left, const std::vector<Code>& present) {
  const std::size_t n_words = present.empty() ? 0 : present.back() / 64 + 1;
  LevelSets sets{std::vector<std::uint64_t>(n_words), std::vector<std::uint64_t>(n_words)};
  for (const Code c : left) sets.left[c / 64] |= std::uint64_t{1} << (c % 64);
  for (const Code c : present) sets.seen[c / 64] |= std::uint64_t{1} << (c % 64);
  return sets;
}

inline AlternativeRecord surrogate_record(const Surrogate& s) {
  if (s.categorical)
    return {NodeKind::category,
            s.feature,
            0,
            false,
            s.agreement,
            s.adjusted,
            level_sets(s.left_categories, s.present_categories)};
  return {NodeKind::number, s.feature, s.threshold, s.above_left, s.agreement, s.adjusted, {}};
}

// The child of each category up to the last one present; -1 for absent ones.
inline std::vector<std::int32_t> level_children(const std::vector<Code>& present) {
  std::vector<std::int32_t> children(present.back() + std::size_t{1}, -1);
  for (std::size_t c = 0; c < present.size(); ++c)
    children[present[c]] = static_cast<std::int32_t>(c);
  return children;
}

// `unit` converts a gain of the search to a gain of the tree.
inline AlternativeRecord competitor_record(const Split& s, double unit) {
  if (s.categorical())
    return {NodeKind::category,
            s.feature,
            0,
            false,
            s.score * unit,
            0,
            level_sets(s.details->left_categories, s.details->present_categories)};
  return {NodeKind::number, s.feature, s.threshold, false, s.score * unit, 0, {}};
}

inline NodeRecord node_record(std::size_t n_rows, const NodeSummary& summary, double weight_scale) {
  return {static_cast<std::int64_t>(n_rows), summary.weight * weight_scale, summary.impurity,
          summary.value};
}

inline SplitRecord split_record(const Split& split, double gain, double gain_unit) {
  SplitRecord record;
  record.kind = split.kind;
  record.feature = split.feature;
  record.threshold = split.threshold;
  record.missing_left = split.missing_left;
  record.missing_child = split.missing_child;
  record.gain = gain;
  if (!split.details.has_value()) return record;
  const SplitDetails& details = *split.details;
  if (split.categorical())
    record.sets = level_sets(details.left_categories, details.present_categories);
  if (split.kind == NodeKind::levels)
    record.level_child = level_children(details.present_categories);
  record.cuts = details.cuts;
  record.terms = details.terms;
  for (const Surrogate& s : details.surrogates) record.surrogates.push_back(surrogate_record(s));
  for (const Split& s : details.competitors)
    record.competitors.push_back(competitor_record(s, gain_unit));
  return record;
}

}  // namespace spinney
