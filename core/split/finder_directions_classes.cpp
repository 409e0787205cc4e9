// Scorer of directions for classification targets.
#include "criterion/sweeps.h"
#include "split/direction_finders.h"

namespace spinney {

std::unique_ptr<DirectionScorer> make_class_scorer(CriterionKind criterion,
                                                   const Targets& targets) {
  return with_class_sweep(criterion, targets,
                          [&]<class Sweep>() -> std::unique_ptr<DirectionScorer> {
                            return std::make_unique<SweepScorer<Sweep>>(targets);
                          });
}

}  // namespace spinney
