// Scorer of directions for numeric targets and gradients.
#include "criterion/sweeps.h"
#include "split/direction_finders.h"

namespace spinney {

std::unique_ptr<DirectionScorer> make_number_scorer(CriterionKind criterion,
                                                    const Targets& targets) {
  return with_number_sweep(criterion, targets,
                           [&]<class Sweep>() -> std::unique_ptr<DirectionScorer> {
                             return std::make_unique<SweepScorer<Sweep>>(targets);
                           });
}

}  // namespace spinney
