// Factories of direction scorers; one file per kind of target, for parallel compilation.
#pragma once

#include "split/direction_scorer.h"
#include "split/finders.h"

namespace spinney {

std::unique_ptr<DirectionScorer> make_class_scorer(CriterionKind criterion, const Targets& targets);
std::unique_ptr<DirectionScorer> make_number_scorer(CriterionKind criterion,
                                                    const Targets& targets);
inline std::unique_ptr<DirectionScorer> make_scorer(CriterionKind criterion,
                                                    const Targets& targets) {
  return targets.classification() ? make_class_scorer(criterion, targets)
                                  : make_number_scorer(criterion, targets);
}

}  // namespace spinney
