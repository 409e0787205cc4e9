// The scorers of directions by kind of target, one file each.
#pragma once

#include "split/direction_scorer.h"
#include "split/finders.h"

namespace spinney {

std::unique_ptr<DirectionScorer> make_class_scorer(CriterionKind criterion, const Targets& targets);
std::unique_ptr<DirectionScorer> make_number_scorer(CriterionKind criterion,
                                                    const Targets& targets);

}  // namespace spinney
