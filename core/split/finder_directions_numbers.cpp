#include "criterion/absolute_error.h"
#include "criterion/formulas.h"
#include "criterion/sweep.h"
#include "split/direction_finders.h"

namespace spinney {
namespace {

template <class Formula>
std::unique_ptr<DirectionScorer> make(const Targets& t) {
  if (t.n_outputs > 1) return std::make_unique<SweepScorer<AdditiveSweep<Formula, Moments>>>(t);
  return with_weights(t.weights(), [&]<Weights kWeights>() -> std::unique_ptr<DirectionScorer> {
    return std::make_unique<SweepScorer<AdditiveSweep<Formula, Moment<kWeights>>>>(t);
  });
}

}  // namespace

std::unique_ptr<DirectionScorer> make_number_scorer(CriterionKind criterion,
                                                    const Targets& targets) {
  switch (criterion) {
    case CriterionKind::absolute_error:
      return std::make_unique<SweepScorer<AbsoluteErrorSweep>>(targets);
    case CriterionKind::poisson: return make<PoissonDeviance>(targets);
    default: return make<BetweenGroups>(targets);
  }
}

}  // namespace spinney
