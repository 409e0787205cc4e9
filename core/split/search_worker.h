// What one thread of the search needs for itself, and what its scans must respect.
#pragma once

#include <optional>
#include <vector>

#include "split/candidates.h"
#include "split/categories.h"
#include "split/finder.h"
#include "split/sources.h"

namespace spinney {

template <class Sweep>
struct SearchWorker {
  explicit SearchWorker(const Targets& targets) : sweep(targets) {}
  Sweep sweep;
  std::optional<Sweep> part;  // for features that only some rows have
  typename Sources<Sweep>::Histogram histogram;
  typename Sources<Sweep>::Marked marked;
  CategoryGroups<Sweep> groups;
  std::vector<Code> codes;
  std::vector<Row> rows;
  EntryRoom room;

  Candidates found;
  bool varies = false;  // some feature is not constant in the node
};

inline SplitLimits limits_of(const FinderOptions& options, const Targets& targets, const NodeRows& node,
                             std::uint32_t feature, Interrupt& interrupt) {
  SplitLimits l{options.min_samples_leaf, options.min_weight_leaf, 0, 0, 0, &interrupt};
  if (!options.monotone.empty()) l.monotone = options.monotone[feature];
  const bool classes = targets.classification();
  const double center = classes ? 0 : targets.center[0], scale = classes ? 1 : targets.y_scale;
  l.lower = (node.lower - center) * scale;
  l.upper = (node.upper - center) * scale;
  return l;
}

}  // namespace spinney
